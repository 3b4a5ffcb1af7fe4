#include "environment.hpp"

#include "yaml.hpp"

#include <algorithm>
#include <cstdlib>

namespace weir {

namespace {

bool is_variable_name(std::string_view name)
{
    const auto letter = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    };
    return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
        return letter(c) || (c >= '0' && c <= '9');
    });
}

class Substitution {
public:
    Substitution(const Environment& environment, Report& report)
        : environment_(environment), report_(report)
    {}

    void walk(Node& node, const std::string& path)
    {
        if (node.kind == Node::Kind::scalar && node.text.find("${") != std::string::npos)
            if (!replace(node, path)) node.kind = Node::Kind::faulty;
        for (std::size_t i = 0; i < node.items.size(); ++i)
            walk(node.items[i], path + "[" + std::to_string(i) + "]");
        for (Node::Field& field : node.fields)
            walk(field.value, path.empty() ? field.name : path + "." + field.name);
    }

private:
    bool replace(Node& node, const std::string& path)
    {
        std::string result;
        std::string_view rest = node.text;
        for (std::size_t at; (at = rest.find("${")) != std::string_view::npos;) {
            const std::size_t end = rest.find('}', at);
            if (end == std::string_view::npos) {
                report_.error(node.at, "not_a_variable", path, "'${' without a '}' after it");
                return false;
            }
            const auto value = value_of(rest.substr(at + 2, end - at - 2), node, path);
            if (!value) return false;
            result += rest.substr(0, at);
            result += *value;
            rest.remove_prefix(end + 1);
            grown_ += value->size();
            if (grown_ <= YamlBounds::scalar_bytes) continue;
            report_.error(node.at, "too_large", path,
                          "the variables make the file larger than it may be");
            return false;
        }
        result += rest;
        node.text = std::move(result);
        return true;
    }

    // `inside` is what stands between the braces.
    std::optional<std::string> value_of(std::string_view inside, const Node& node,
                                        const std::string& path)
    {
        const std::size_t separator = inside.find(":-");
        const std::string_view name = inside.substr(0, separator);
        if (!is_variable_name(name)) {
            report_.error(node.at, "not_a_variable", path,
                          in_quotes(name) + " is not the name of an environment variable; write "
                                            "${NAME} or ${NAME:-default}");
            return std::nullopt;
        }
        auto value = environment_(name);
        if (separator != std::string_view::npos)
            return value && !value->empty() ? *value : std::string(inside.substr(separator + 2));
        if (!value)
            report_.error(node.at, "unset_variable", path,
                          "the environment variable " + in_quotes(name) +
                              " is not set; set it or write ${" + std::string(name) + ":-default}");
        return value;
    }

    const Environment& environment_;
    Report& report_;
    std::size_t grown_ = 0;
};

} // namespace

Environment process_environment()
{
    return [](std::string_view name) -> std::optional<std::string> {
        const char* value = std::getenv(std::string(name).c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
}

void substitute_environment(Node& root, const Environment& environment, Report& report)
{
    Substitution(environment, report).walk(root, "");
}

} // namespace weir
