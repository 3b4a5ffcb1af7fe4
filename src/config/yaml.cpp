#include "yaml.hpp"

#include "text_faults.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace weir {

namespace {

// Thrown out of the library's callbacks, which have no other way to stop it; never leaves this
// file.
struct Stop {
    YamlFault fault;
};

// Turns the library's marks, which count bytes, into positions, which count characters. Marks
// mostly come in the order of the text, so each counts on from the one before: one long line stays
// cheap.
class Lines {
public:
    explicit Lines(std::string_view text)
    {
        while (true) {
            const std::size_t end = text.find('\n');
            lines_.push_back(text.substr(0, end));
            if (end == std::string_view::npos) break;
            text.remove_prefix(end + 1);
        }
    }

    Position at(const YAML::Mark& mark)
    {
        if (mark.line < 0 || mark.column < 0) return {};
        // At the end of a text the library may count one line more than there is.
        const int last = static_cast<int>(lines_.size()) - 1;
        const int index = std::min(mark.line, last);
        const auto text = lines_[static_cast<std::size_t>(index)];
        const auto column = mark.line > last ? text.size() : static_cast<std::size_t>(mark.column);
        if (index != line_ || column < bytes_) {
            line_ = index;
            bytes_ = 0;
            characters_ = 0;
        }
        characters_ += character_count(text.substr(std::min(bytes_, text.size())), column - bytes_);
        bytes_ = column;
        return {index + 1, characters_ + 1};
    }

    std::string_view line(const YAML::Mark& mark) const
    {
        const auto index = static_cast<std::size_t>(mark.line);
        return mark.line >= 0 && index < lines_.size() ? lines_[index] : std::string_view{};
    }

private:
    std::vector<std::string_view> lines_;
    // How far the latest position was counted.
    int line_ = 0;
    std::size_t bytes_ = 0;
    int characters_ = 0;
};

Node node_of(Node::Kind kind, Position at)
{
    Node node;
    node.kind = kind;
    node.at = at;
    return node;
}

// Builds the tree from the library's events. Lists and maps that are still open lie on a stack;
// in a map, names and values come in turn.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(Lines& lines, std::vector<YamlFault>& faults) : lines_(lines), faults_(faults) {}

    std::optional<Node> take_root() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        if (++documents_ < 2) return;
        const bool marked = lines_.line(mark).starts_with("---");
        throw Stop{{lines_.at(mark), "second_document",
                    marked ? "a second YAML document starts here; a configuration file holds one"
                           : "not valid YAML: the document has ended before this text"}};
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        add(node_of(Node::Kind::null, lines_.at(mark)), anchor, false);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        refuse_tag(mark, tag);
        Node node = node_of(Node::Kind::scalar, lines_.at(mark));
        node.text = value;
        add(std::move(node), anchor, tag == "?");
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto named = anchors_.find(anchor);
        if (named == anchors_.end())
            throw Stop{{lines_.at(mark), "alias_inside_itself",
                        "this alias stands inside of what it names"}};
        refuse_depth(named->second.depth, lines_.at(mark));
        spend(named->second.size, lines_.at(mark));
        Node copy = named->second.node;
        copy.at = lines_.at(mark);
        attach(std::move(copy), named->second.depth, false);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Node::Kind::list);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Node::Kind::map);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        Node node;
        YAML::anchor_t anchor = 0;
        int depth = 1; // of the deepest node inside, itself included
        // Maps only.
        std::optional<Node::Field> name; // read, its value is still to come
        bool name_is_merge = false;
        std::unordered_map<std::string, Position> names;
        std::vector<Node> merged; // values of `<<`, in the order in which they win
        std::optional<Position> merge_at;
    };
    struct Size {
        std::size_t nodes = 0;
        std::size_t scalar_bytes = 0;
    };
    struct Anchored {
        Node node;
        int depth = 1;
        Size size; // as expanded, itself included
    };

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
              Node::Kind kind)
    {
        refuse_tag(mark, tag);
        const Position at = lines_.at(mark);
        refuse_depth(1, at);
        Open opened;
        opened.node = node_of(kind, at);
        opened.anchor = anchor;
        spend({1, 0}, at);
        open_.push_back(std::move(opened));
    }

    void close()
    {
        Open closed = std::move(open_.back());
        open_.pop_back();
        merge(closed);
        if (closed.anchor != 0) keep(closed.anchor, closed.node, closed.depth);
        attach(std::move(closed.node), closed.depth, false);
    }

    void add(Node node, YAML::anchor_t anchor, bool plain)
    {
        spend({1, node.text.size()}, node.at);
        refuse_depth(1, node.at);
        if (anchor != 0) keep(anchor, node, 1);
        attach(std::move(node), 1, plain);
    }

    // Puts a finished node where it belongs.
    void attach(Node node, int depth, bool plain)
    {
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        parent.depth = std::max(parent.depth, depth + 1);
        if (parent.node.kind == Node::Kind::list)
            parent.node.items.push_back(std::move(node));
        else if (!parent.name)
            take_name(parent, std::move(node), plain);
        else
            take_value(parent, std::move(node));
    }

    void take_name(Open& map, Node node, bool plain)
    {
        map.name = Node::Field{.name = node.text, .at = node.at, .value = {}};
        map.name_is_merge = plain && node.text == "<<";
        if (node.kind != Node::Kind::scalar || node.text.empty()) {
            fault(node.at, "not_a_name", "a field's name is due here, as in 'name: value'");
            map.name->name.clear();
        } else if (node.text.size() > YamlBounds::name_bytes) {
            fault(node.at, "not_a_name", "this name is longer than a name may be");
            map.name->name.clear();
        }
    }

    void take_value(Open& map, Node value)
    {
        Node::Field field = *std::exchange(map.name, std::nullopt);
        if (field.name.empty()) return;
        if (const auto [first, added] = map.names.emplace(field.name, field.at); !added) {
            fault(field.at, "duplicate_field",
                  "'" + field.name + "' is here twice, first in line " +
                      std::to_string(first->second.line) + "; keep one");
            return;
        }
        if (map.name_is_merge) {
            take_merge(map, std::move(value), field.at);
            return;
        }
        if (value.kind == Node::Kind::null) value.at = field.at;
        field.value = std::move(value);
        map.node.fields.push_back(std::move(field));
    }

    void take_merge(Open& map, Node value, Position at)
    {
        std::vector<Node> sources;
        if (value.kind == Node::Kind::list)
            sources = std::move(value.items);
        else
            sources.push_back(std::move(value));
        for (Node& source : sources) {
            if (source.kind == Node::Kind::map)
                map.merged.push_back(std::move(source));
            else
                fault(source.kind == Node::Kind::null ? at : source.at, "not_a_map",
                      "'<<' merges a map, or a list of maps, as in '<<: *defaults'");
        }
    }

    // What the map says itself wins over what is merged into it, wherever `<<` stands; of several
    // merged maps the first wins.
    static void merge(Open& map)
    {
        for (Node& source : map.merged)
            for (Node::Field& field : source.fields)
                if (map.names.emplace(field.name, field.at).second)
                    map.node.fields.push_back(std::move(field));
    }

    void refuse_tag(const YAML::Mark& mark, const std::string& tag)
    {
        if (tag.empty() || tag == "?" || tag == "!") return;
        fault(lines_.at(mark), "tag", "YAML tags ('!...') are not used here; leave it out");
    }

    void refuse_depth(int depth, Position at) const
    {
        if (static_cast<int>(open_.size()) + depth > YamlBounds::depth)
            throw Stop{{at, "too_deep",
                        "nested more than " + std::to_string(YamlBounds::depth) + " levels deep"}};
    }

    // A copy for later aliases. It is paid for like any other, or anchors inside of anchors would
    // multiply a large file by its depth.
    void keep(YAML::anchor_t anchor, const Node& node, int depth)
    {
        const Size size = size_of(node);
        spend(size, node.at);
        anchors_[anchor] = {node, depth, size};
    }

    static Size size_of(const Node& node)
    {
        Size size{1, node.text.size()};
        const auto add_size = [&](const Node& child) {
            const Size inner = size_of(child);
            size.nodes += inner.nodes;
            size.scalar_bytes += inner.scalar_bytes;
        };
        for (const Node& item : node.items)
            add_size(item);
        for (const Node::Field& field : node.fields)
            add_size(field.value);
        return size;
    }

    void spend(Size size, Position at)
    {
        spent_.nodes += size.nodes;
        spent_.scalar_bytes += size.scalar_bytes;
        if (spent_.nodes > YamlBounds::nodes || spent_.scalar_bytes > YamlBounds::scalar_bytes)
            throw Stop{{at, "too_large",
                        "the file has more than " + std::to_string(YamlBounds::nodes) +
                            " values once its aliases are expanded"}};
    }

    void fault(Position at, const char* code, std::string message)
    {
        if (faults_.size() < YamlBounds::faults) faults_.push_back({at, code, std::move(message)});
    }

    Lines& lines_;
    std::vector<YamlFault>& faults_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Anchored> anchors_;
    std::optional<Node> root_;
    int documents_ = 0;
    Size spent_;
};

// One form of line end, and no byte order mark: the library's own line count then agrees with ours.
std::string normalized(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string result;
    result.reserve(text.size() + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        result += text[i];
    }
    return result;
}

YamlFault syntax_fault(const YAML::Exception& exception, Lines& lines)
{
    std::string message = "not valid YAML: " + exception.msg;
    // The usual reason for it: { path: /reports/{id} } or { rate: ${RATE} }.
    const std::string_view line = lines.line(exception.mark);
    if (line.find("${") != std::string_view::npos || line.find("/{") != std::string_view::npos)
        message += "; inside { } and [ ] a value that has braces itself needs quotes: \"/{id}\"";
    return {lines.at(exception.mark), "not_yaml", std::move(message)};
}

} // namespace

YamlDocument read_yaml(std::string_view text)
{
    YamlDocument document;
    if (text.size() > YamlBounds::text_bytes) {
        document.faults.push_back({{}, "too_large", "the file is larger than 4MiB"});
        return document;
    }
    const std::string normal = normalized(text);
    if (auto fault = text_fault(normal)) {
        document.faults.push_back(std::move(*fault));
        return document;
    }
    Lines lines(normal);
    TreeBuilder builder(lines, document.faults);
    try {
        std::istringstream stream(normal);
        YAML::Parser parser(stream);
        // Each call is one document; the builder stops the second one.
        while (parser.HandleNextDocument(builder)) {
        }
        document.root = builder.take_root();
    } catch (Stop& stop) {
        document.faults.push_back(std::move(stop.fault));
    } catch (const YAML::Exception& exception) {
        document.faults.push_back(syntax_fault(exception, lines));
    } catch (const std::exception& exception) {
        document.faults.push_back(
            {{}, "not_yaml", std::string("not valid YAML: ") + exception.what()});
    }
    return document;
}

} // namespace weir
