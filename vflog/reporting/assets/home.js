/* The list of games on the home page: search, sort, and the lists that the tiles lead to. */
(function () {
  "use strict";
  var table = document.querySelector("table.games");
  if (!table || !table.tBodies.length) { return; }
  var body = table.tBodies[0], bar = document.querySelector(".seek");
  var field = bar.querySelector("input"), all = bar.querySelector(".all"), status = bar.querySelector(".shown");
  var MOST = 300, heads = Array.from(table.querySelectorAll("thead th"));
  /* The cells of a row, by their heads: which part of a game each tells; that of the small line tells none. */
  var parts = heads.map(function (head) { return Number(head.dataset.sort || 0); });
  var KINDS = { 0: "course", 3: "state", 5: "winners", 6: "num players", 7: "num records", 8: "wrong", 9: "where" };
  var nodes = Array.from(body.rows), whole = nodes.length >= Number(table.dataset.sought), loading = false;
  /* A game: key, id, page, status, lists, winners, players, records, what is wrong, where; as in data/games.js. */
  var games = nodes.map(function (row) {
    var link = row.querySelector("th a"), game = [row.dataset.game, "", link && link.getAttribute("href"), "", row.dataset.shows, "", null, 0, "", ""];
    parts.forEach(function (part, i) { if (part) { game[part] = row.cells[i].textContent.trim(); } });
    game[3] = row.querySelector(".status").textContent;
    game[6] = game[6] === "" ? null : Number(game[6]);
    game[7] = Number(game[7].replace(/,/g, ""));
    return game;
  });
  var wanted = { text: "", shows: [], column: null, down: false };

  function cell(tag, text, kind) {
    var made = document.createElement(tag);
    if (kind) { made.className = kind; }
    made.textContent = text;
    return made;
  }

  function row(i) {
    if (nodes[i]) { return nodes[i]; }
    var game = games[i], made = document.createElement("tr"), head = cell("th", "");
    made.dataset.game = game[0];
    made.dataset.id = game[1];
    head.scope = "row";
    var name = document.createElement(game[2] ? "a" : "bdi");
    if (game[2]) { name.href = game[2]; }
    name.textContent = game[1];
    head.append(name);
    parts.forEach(function (part) {
      var text = !part || game[part] === null ? "" : part === 7 ? game[7].toLocaleString("en") : String(game[part]);
      var made_cell = part === 1 ? head : cell("td", part === 3 ? "" : text, KINDS[part]);
      if (part === 3) { made_cell.append(cell("span", text, "status " + text)); }
      made.append(made_cell);
    });
    made.tabIndex = -1;
    nodes[i] = made;
    return made;
  }

  function fits(game) {
    var lists = game[4].split(" ");
    if (!wanted.shows.every(function (name) { return lists.indexOf(name) >= 0; })) { return false; }
    if (!wanted.text) { return true; }
    return [1, 3, 4, 5, 8, 9].some(function (i) { return String(game[i]).toLowerCase().indexOf(wanted.text) >= 0; });
  }

  function show() {
    var found = [];
    games.forEach(function (game, i) { if (fits(game)) { found.push(i); } });
    if (wanted.column !== null) {
      var c = wanted.column, sign = wanted.down ? -1 : 1;
      found.sort(function (a, b) {
        var x = games[a][c], y = games[b][c];
        if (x === y) { return a - b; }
        if (x === null || x === "") { return 1; }
        if (y === null || y === "") { return -1; }
        return sign * (x < y ? -1 : 1);
      });
    }
    body.replaceChildren.apply(body, found.slice(0, MOST).map(row));
    var limited = wanted.text || wanted.shows.length, of = Number(table.dataset.all);
    var listed = found.length > MOST ? "; the first " + MOST + " are listed" : "";
    status.textContent = limited || listed ? found.length.toLocaleString("en") + " of " + of.toLocaleString("en") +
      (of === 1 ? " game" : " games") + listed + (whole ? "" : " (loading the others)") : "";
    all.hidden = !limited;
  }

  /* Games beyond those on the page are loaded when somebody looks for them. */
  window.vflogGames = function (list) { games = list; whole = true; show(); };
  function asked() {
    show();
    if (whole || loading) { return; }
    loading = true;
    var script = document.createElement("script");
    script.src = "data/games.js";
    document.head.append(script);
  }

  function tiles() {
    var hash = new URLSearchParams(window.location.hash.slice(1));
    wanted.shows = hash.has("show") ? hash.get("show").split(" ").filter(Boolean) : [];
    document.querySelectorAll(".tiles a").forEach(function (tile) {
      var on = wanted.shows.length && tile.getAttribute("href") === window.location.hash;
      if (on) { tile.setAttribute("aria-current", "true"); } else { tile.removeAttribute("aria-current"); }
    });
    if (hash.has("show")) { asked(); document.getElementById("list").scrollIntoView({ block: "start" }); return; }
    show();
    var game = hash.get("game");
    if (game && !whole && !games.some(function (each) { return each[0] === game || each[1] === game; })) {
      wanted.text = field.value = game.toLowerCase();
      asked();
    }
  }

  table.querySelectorAll("th[data-sort]").forEach(function (head) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", function () {
      var column = Number(head.dataset.sort), again = wanted.column === column;
      wanted.down = again ? !wanted.down : column === 6 || column === 7;
      wanted.column = column;
      table.querySelectorAll("th[aria-sort]").forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", wanted.down ? "descending" : "ascending");
      asked();
    });
  });
  field.addEventListener("input", function () { wanted.text = field.value.trim().toLowerCase(); asked(); });
  all.addEventListener("click", function () {
    wanted.text = field.value = "";
    window.history.replaceState(null, "", window.location.pathname);
    tiles();
    field.focus();
  });
  window.addEventListener("hashchange", tiles);
  bar.hidden = games.length < 2;
  tiles();
})();
