// Tables can be sorted by their columns, long ones filtered. Without this script they are plain tables.
"use strict";

const LONG = 8; // rows from which on a table gets a filter

function value(row, column) {
  return row.cells[column] ? row.cells[column].textContent.trim() : "";
}

function compare(a, b) {
  const x = parseFloat(a), y = parseFloat(b);
  if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
  return a.localeCompare(b, undefined, { numeric: true });
}

function sort(table, heading, column) {
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  rows.sort((a, b) => compare(value(a, column), value(b, column)) * (down ? -1 : 1));
  body.append(...rows);
}

function filter(table) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("output");
  label.className = "filter";
  input.type = "search";
  label.append("Show rows with", input, count);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    count.textContent = words.length ? `${shown} of ${table.tBodies[0].rows.length}` : "";
  });
  return label;
}

function enhance(table) {
  if (!table.tHead || !table.tBodies.length || table.dataset.sorts) return;
  table.dataset.sorts = "yes";
  Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
    if (!heading.textContent.trim()) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, heading, column));
    heading.append(button);
  });
  if (table.tBodies[0].rows.length >= LONG) {
    const frame = table.closest(".md-typeset__scrollwrap") || table;
    frame.before(filter(table));
  }
}

function name(part, words) {
  const found = document.querySelector(part);
  if (found && !found.hasAttribute("aria-label")) found.setAttribute("aria-label", words);
}

function start() {
  name(".md-search[role=dialog]", "Search");
  for (const table of document.querySelectorAll("article table, main table")) enhance(table);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
