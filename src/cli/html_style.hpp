#pragma once

#include <string_view>

namespace weir {

// The style sheet of html_page.cpp. Colours are told apart by people who do not see red and green
// alike (blue for admitted, orange for refused), and have a contrast of at least 3:1 against the
// ground in both schemes; text has at least 4.5:1.
inline constexpr std::string_view page_style = R"css(
:root {
    color-scheme: light dark;
    --ground: #ffffff; --text: #1b1f24; --soft: #57606a; --rule: #d0d7de;
    --admitted: #2f7fc1; --refused: #d9600f; --unjudged: #7d8590; --arrivals: #1b1f24;
    --line0: #2f7fc1; --line1: #d9600f; --line2: #18805b;
    --line3: #9a4fb8; --line4: #b3261e; --line5: #7a6a00;
}
@media (prefers-color-scheme: dark) {
    :root {
        --ground: #14181d; --text: #e6edf3; --soft: #9aa4af; --rule: #3a424c;
        --admitted: #58a6ff; --refused: #ff9248; --unjudged: #8b949e; --arrivals: #e6edf3;
        --line0: #58a6ff; --line1: #ff9248; --line2: #3fc28f;
        --line3: #d2a0f0; --line4: #ff7b72; --line5: #d8c24a;
    }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--ground);
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--rule);
    padding-top: 1rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
a { color: var(--line0); }
:focus-visible { outline: 3px solid var(--line0); outline-offset: 2px; }
ul.notes { color: var(--soft); padding-left: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: .2rem 0; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid var(--rule); }
td.count, th.count { text-align: right; }
.plots { display: grid; gap: 1.5rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
figure { margin: .5rem 0; min-width: 0; }
figcaption { font-weight: 600; }
svg.chart { display: block; width: 100%; height: auto; }
svg.chart text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--rule); stroke-width: 1; }
.tick { stroke: var(--soft); stroke-width: 1; }
rect.admitted { fill: var(--admitted); }
rect.refused { fill: var(--refused); }
rect.unjudged { fill: var(--unjudged); }
path.arrivals { fill: none; stroke: var(--arrivals); stroke-width: 1; }
path.remaining { fill: none; stroke-width: 2; stroke-linejoin: round; }
.line0 { stroke: var(--line0); }
.line1 { stroke: var(--line1); stroke-dasharray: 8 3; }
.line2 { stroke: var(--line2); stroke-dasharray: 2 3; }
.line3 { stroke: var(--line3); stroke-dasharray: 12 3 2 3; }
.line4 { stroke: var(--line4); stroke-dasharray: 5 5; }
.line5 { stroke: var(--line5); stroke-dasharray: 1 5; }
ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .3rem 0;
    padding: 0; color: var(--soft); font-size: .9rem; }
.legend span { display: inline-block; width: 1.1rem; height: .8rem; margin-right: .4rem; }
.legend span.admitted { background: var(--admitted); }
.legend span.refused { background: var(--refused); }
.legend span.unjudged { background: var(--unjudged); }
.legend span.arrivals { height: 0; border-top: 2px solid var(--arrivals);
    vertical-align: middle; }
svg.key { width: 1.9rem; height: .4rem; margin-right: .4rem; vertical-align: middle; }
details { margin: .3rem 0; font-size: .9rem; }
summary { cursor: pointer; color: var(--soft); }
)css";

} // namespace weir
