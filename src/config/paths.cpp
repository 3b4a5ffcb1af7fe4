#include "sections.hpp"

namespace weir {

namespace {

template <typename Choice>
void read_choice(Fields& fields, std::string_view name, Choice& into,
                 std::initializer_list<std::pair<std::string_view, Choice>> table)
{
    if (const auto value = fields.find(name))
        if (const auto choice = value->choice<Choice>(table)) into = *choice;
}

} // namespace

void read_paths(const Value& section, Settings& settings)
{
    using Options = PathOptions;
    Options& paths = settings.paths;
    Fields fields(section);
    read_choice(fields, "encoded_slash", paths.encoded_slash,
                {{"reject", Options::EncodedSlash::reject}, {"keep", Options::EncodedSlash::keep}});
    if (const auto value = fields.find("ignore_case"))
        paths.ignore_case = value->boolean().value_or(false);
    read_choice(
        fields, "trailing_slash", paths.trailing_slash,
        {{"same", Options::TrailingSlash::same}, {"distinct", Options::TrailingSlash::distinct}});
    read_choice(fields, "parameters", paths.parameters,
                {{"keep", Options::Parameters::keep},
                 {"strip", Options::Parameters::strip},
                 {"reject", Options::Parameters::reject}});
    read_choice(fields, "forward", paths.forward,
                {{"canonical", Options::Forward::canonical},
                 {"as_received", Options::Forward::as_received}});
    fields.finish();
}

} // namespace weir
