// Sorts a table by the column whose header is clicked or activated with Enter: ascending, then
// descending. Numbers are sorted by value (data-n, or their text), texts alphabetically; equal rows
// keep their order.
"use strict";
for (const table of document.querySelectorAll("table.sorts")) {
    const heads = [...table.tHead.rows[0].cells];
    const key = (row, column) => {
        const cell = row.cells[column] ?? row.cells[row.cells.length - 1];
        if ("n" in cell.dataset)
            return Number(cell.dataset.n);
        const text = cell.textContent;
        return cell.classList.contains("number") && text && !isNaN(text) ? Number(text) : text;
    };
    const compare = (a, b) => typeof a !== typeof b ? (typeof a === "number" ? -1 : 1)
        : typeof a === "number" ? a - b : a.localeCompare(b, undefined, {numeric: true});
    const sort = column => {
        const down = heads[column].getAttribute("aria-sort") === "ascending";
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => (down ? -1 : 1) * compare(key(a, column), key(b, column)));
        table.tBodies[0].append(...rows);
        heads.forEach(head => head.removeAttribute("aria-sort"));
        heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    };
    heads.forEach((head, column) => {
        head.tabIndex = 0;
        head.title = "sort";
        head.addEventListener("click", () => sort(column));
        head.addEventListener("keydown", event => { if (event.key === "Enter") sort(column); });
    });
}
