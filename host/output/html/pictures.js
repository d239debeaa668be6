// Draws the pictures whose data are in <figure> (host/output/plot/plot_data.c), as wide as the page
// allows: when their section is opened, and again when the width changes.
"use strict";
(() => {
    const SVG = "http://www.w3.org/2000/svg", LETTER = 7.4, BAR = 17, GAP = 12, LINE = 20;
    const DASHES = ["", "6 4"], SERIES = 7;

    const add = (to, name, attributes, text) => {
        const element = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes))
            element.setAttribute(key, value);
        if (text !== undefined)
            element.textContent = text;
        to.append(element);
        return element;
    };
    const letters = width => Math.max(4, Math.floor(width / LETTER));
    const cut = (text, width) =>
        text.length > letters(width) ? text.slice(0, letters(width) - 1) + "…" : text;
    const number = value => Math.abs(value) >= 1e6
        ? value.toLocaleString("en", {notation: "compact", maximumSignificantDigits: 4})
        : value.toLocaleString("en", {maximumSignificantDigits: 4});
    // Returns ticks from `least` to `most`, 0 included, in steps of 1, 2 or 5 times 10^n.
    const ticks = (least, most, wanted) => {
        const rough = (most - least) / wanted || 1, power = 10 ** Math.floor(Math.log10(rough));
        const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough * 0.99);
        const all = [];
        for (let i = Math.ceil(least / step); i * step <= most * 1.0001; i++)
            all.push(i ? i * step : 0); // not -0
        return all;
    };
    const size = (value, bytes) => {
        for (const [unit, scale] of [["M", 1 << 20], ["K", 1024]])
            if (value >= scale && value % scale === 0)
                return `${value / scale} ${unit}${bytes ? "B" : ""}`;
        return number(value);
    };
    // Draws the names with their colours, as many in a row as fit. Returns the lower edge.
    const legend = (svg, names, colours, width, top) => {
        const widest = Math.max(...names.map(name => name.length)) * LETTER + 36;
        const columns = Math.max(1, Math.floor(width / widest));
        names.forEach((name, i) => {
            const x = i % columns * Math.min(widest, width), y = top + Math.floor(i / columns) * LINE;
            if (colours[i].dash === undefined)
                add(svg, "rect", {x, y: y + 4, width: 14, height: 11, fill: colours[i].colour});
            else
                add(svg, "line", {x1: x, x2: x + 20, y1: y + 9, y2: y + 9, "stroke-width": 2.5,
                    stroke: colours[i].colour, "stroke-dasharray": colours[i].dash});
            add(svg, "text", {x: x + 26, y: y + 14}, cut(name, width - 30));
        });
        return top + Math.ceil(names.length / columns) * LINE;
    };

    const bars = (svg, data, width) => {
        const narrow = width < 640;
        const longest = Math.max(...data.rows.map(row => row.length)) * LETTER;
        const left = narrow ? 4 : Math.min(longest + 14, width * 0.45);
        const over = narrow ? LINE : 0;
        const all = data.series.flat();
        const least = Math.min(0, ...all.map(bar => bar[3] - bar[4]));
        const most = Math.max(...all.map(bar => bar[3] + bar[4]), ...(data.marks ?? []).map(m => m[1]),
            least + 1e-9);
        const behind = Math.max(...all.map(bar => bar[5].length)) * LETTER + 10;
        const right = Math.max(width - Math.min(behind, width * 0.5), left + 60);
        const x = value => left + (value - least) / (most - least) * (right - left);
        const step = over + data.slots * BAR + GAP, body = data.rows.length * step;
        const values = ticks(least, most, narrow ? 3 : 6);
        for (const tick of values) {
            add(svg, "line", {x1: x(tick), x2: x(tick), y1: 0, y2: body, stroke: "#e0e0e0"});
            add(svg, "text", {x: x(tick), y: body + 15, "text-anchor": tick ? "middle" : "start"},
                number(tick));
        }
        data.rows.forEach((row, r) => {
            const attributes = narrow ? {x: 0, y: r * step + 15}
                : {x: left - 8, y: r * step + data.slots * BAR / 2 + 5, "text-anchor": "end"};
            add(svg, "text", {...attributes, class: "label"}, cut(row, narrow ? width : left - 8));
        });
        data.series.forEach((series, s) => {
            for (const [row, slot, from, to, half, text] of series) {
                const y = row * step + over + slot * BAR;
                const rect = add(svg, "rect", {x: Math.min(x(from), x(to)), y: y + 1,
                    width: Math.abs(x(to) - x(from)), height: BAR - 2, fill: data.colours[s]});
                add(rect, "title", {}, `${data.rows[row]}: ${data.names[s]}: ${number(to - from)}`);
                if (half > 0)
                    add(svg, "path", {stroke: "#202020", "stroke-width": 1.4, d:
                        `M${x(to - half)} ${y + BAR / 2}H${x(to + half)}m0 -4v8M${x(to - half)} ` +
                        `${y + BAR / 2 - 4}v8`});
                if (text)
                    add(svg, "text", {x: Math.max(x(to + half), x(0)) + 6, y: y + 13}, text);
            }
        });
        for (const [row, at] of data.marks ?? [])
            add(svg, "line", {x1: x(at), x2: x(at), y1: row * step + over - 2,
                y2: row * step + over + data.slots * BAR + 2, stroke: "#000", "stroke-width": 2.5});
        add(svg, "text", {x: left, y: body + 35, class: "axis"}, data.axis);
        const names = [...data.names], colours = data.colours.map(colour => ({colour}));
        if (data.mark) {
            names.push(data.mark);
            colours.push({colour: "#000"});
        }
        return legend(svg, names, colours, width, body + 45);
    };

    const lines = (svg, data, width) => {
        const right = width - 14, height = Math.min(320, width * 0.7), top = 10;
        const all = data.lines.flatMap(line => line.points);
        const sizes = [...new Set(all.map(point => point[0]))].sort((a, b) => a - b);
        const most = Math.max(...all.map(point => point[1] + (point[2] ?? 0)), 1e-9);
        const values = ticks(0, most, 5);
        const left = Math.max(...values.map(tick => number(tick).length)) * LETTER + 12;
        const scale = data.ticks ? value => value : Math.log2;
        const [from, to] = [sizes[0], sizes[sizes.length - 1]].map(scale);
        const x = value => left + 8 + (scale(value) - from) / (to - from || 1) * (right - left - 16);
        const y = value => top + (1 - value / most) * height;
        for (const tick of values) {
            add(svg, "line", {x1: left, x2: right, y1: y(tick), y2: y(tick), stroke: "#e0e0e0"});
            add(svg, "text", {x: left - 6, y: y(tick) + 5, "text-anchor": "end"}, number(tick));
        }
        const bytes = data.axis === "working set";
        const at = value => data.ticks ? data.ticks[value] : size(value, bytes);
        let end = -1e9;
        for (const value of sizes) {
            const text = at(value), half = text.length * LETTER / 2;
            if (x(value) - half < end)
                continue;
            end = x(value) + half + 8;
            add(svg, "line", {x1: x(value), x2: x(value), y1: top, y2: top + height, stroke: "#eee"});
            add(svg, "text", {x: x(value), y: top + height + 18, "text-anchor": "middle"}, text);
        }
        const colours = data.lines.map(
            (line, i) => ({colour: line.colour, dash: DASHES[Math.floor(i / SERIES) % 2]}));
        data.lines.forEach((line, i) => {
            const points = line.points.map(([size, value]) => `${x(size)},${y(value)}`).join(" ");
            add(svg, "polyline", {points, fill: "none", stroke: line.colour, "stroke-width": 2,
                "stroke-dasharray": colours[i].dash});
            for (const [size, value, half] of line.points) {
                const dot = add(svg, "circle", {cx: x(size), cy: y(value), r: 3.5, fill: line.colour});
                add(dot, "title", {}, `${line.name}: ${at(size)}: ${number(value)}`);
                if (half > 0)
                    add(svg, "path", {stroke: "#202020", "stroke-width": 1.2,
                        d: `M${x(size)} ${y(value - half)}V${y(value + half)}`});
            }
        });
        add(svg, "text", {x: left, y: top + height + 38, class: "axis"},
            `${data.axis}; up: ${data.unit}`);
        return legend(svg, data.lines.map(line => line.name), colours, width, top + height + 48);
    };

    const draw = figure => {
        const width = Math.floor(Math.min(figure.clientWidth, 1000));
        if (!width || figure.dataset.width === String(width))
            return;
        figure.dataset.width = width;
        const data = JSON.parse(figure.querySelector("script").textContent);
        figure.querySelectorAll("svg, figcaption").forEach(old => old.remove());
        const caption = document.createElement("figcaption");
        caption.textContent = data.title + (data.about ? ` — ${data.about}` : "");
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", data.title);
        const height = data.lines ? lines(svg, data, width) : bars(svg, data, width);
        svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        svg.setAttribute("width", width);
        svg.setAttribute("height", height);
        figure.append(caption, svg);
    };
    const drawAll = () => {
        for (const figure of document.querySelectorAll("figure"))
            if (figure.closest("details:not([open])") === null)
                draw(figure);
    };
    // A link to a section opens the section.
    const open = () => {
        const target = location.hash && document.getElementById(location.hash.slice(1));
        if (target && target.tagName === "DETAILS" && !target.open) {
            target.open = true;
            target.scrollIntoView();
        }
    };
    document.addEventListener("toggle", drawAll, true);
    addEventListener("hashchange", open);
    addEventListener("resize", drawAll);
    addEventListener("beforeprint", drawAll);
    open();
    drawAll();
})();
