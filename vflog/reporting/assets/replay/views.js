/* Views of the game, and links to a record. */

function take(view) {
  var n = at >= 0 ? now.rows[at].n : null, index = films.indexOf(view);
  now = view;
  at = -1;
  shown = {};
  seen = {};
  root.dataset.view = view.view;
  find(".views select").selectedIndex = index;
  fixed();
  lines();
  listed();
  strip();
  range.max = now.rows.length - 1;
  number.max = now.rows.reduce(function (most, row) { return Math.max(most, row.n || 0); }, 0);
  find(".of").textContent = "of " + number.max;
  find(".document").hidden = !now.whole || !now.steps.length;
  find(".skip-taken").hidden = !now.rows.some(function (row) { return row.judged === "taken_back"; });
  root.querySelectorAll("[data-stop]").forEach(function (button) { button.hidden = !(now.stops[button.dataset.stop] || []).length; });
  jumps();
  return n;
}

function jumps() {
  var select = find(".jump"), group = select, told = now.chapters.map(function (part) { return [part[1], part[0], true]; })
    .concat(now.turns.map(function (part, k) { return [part[1], "Turn " + (k + 1) + ": " + part[0], false]; }));
  select.textContent = "";
  select.append(new Option("Go to …", ""));
  told.sort(function (a, b) { return a[0] - b[0] || Number(b[2]) - Number(a[2]); }).forEach(function (part) {
    if (part[2]) { group = document.createElement("optgroup"); group.label = part[1]; select.append(group); }
    group.append(new Option(part[1], part[0]));
  });
  select.hidden = !told.length;
}

function linked() {
  var hash = window.location.hash.slice(1), plain = /^n(\d+)$/.exec(hash), wanted = new URLSearchParams(hash);
  var n = plain ? Number(plain[1]) : wanted.has("n") ? parseInt(wanted.get("n"), 10) : NaN;
  /* The link of another game moves nothing here. */
  if (root.dataset.game && wanted.has("game") && wanted.get("game") !== root.dataset.game) { return { n: null, view: null }; }
  return { n: isNaN(n) ? null : n, view: films.filter(function (each) { return each.view === wanted.get("view"); })[0] || null };
}

/* The place of a record by its number; of the last one before it where there is none of that number. */
function placeOf(n) {
  if (now.byNumber.has(n)) { return now.byNumber.get(n); }
  var best = 0;
  now.byNumber.forEach(function (i, there) { if (there <= n) { best = Math.max(best, i); } });
  return best;
}

function follow() {
  var wanted = linked();
  if (wanted.view && wanted.view !== now) { take(wanted.view); }
  if (wanted.n !== null) {
    var i = placeOf(wanted.n);
    if (!shownAt(i)) { skip.checked = false; }
    if (at < 0) { show(i, false); } else { go(i); }
  } else if (at < 0) { show(root.dataset.n ? placeOf(Number(root.dataset.n)) : 0, true); }
}
