/* The list of records. */

var list = find(".rows"), rows = [];

function listed() {
  var all = document.createDocumentFragment();
  rows = now.rows.map(function (told, i) {
    var row = html("li", told.judged), link = html("a", "n", told.n === null ? "–" : String(told.n));
    row.dataset.i = i;
    if (told.n !== null && now.byNumber.get(told.n) === i) { row.id = "n" + told.n; link.href = address(i); }
    link.tabIndex = -1;
    row.append(link, html("span", "words", told.words));
    if (told.judged !== "applied") { row.append(" ", html("span", "tag", told.judged.replace("_", " "))); }
    if (told.changes) { row.append(html("small", "", told.changes)); }
    (told.problems || []).forEach(function (problem) {
      row.append(html("em", problem.severity, problem.message + " (" + problem.rule + ")"));
    });
    all.append(row);
    return row;
  });
  list.textContent = "";
  list.append(all);
}
