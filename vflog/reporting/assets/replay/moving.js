/* Going from record to record. */

var now = null, films = [], at = -1, shown = {}, timer = null, writing = null;
var range = find(".whole"), number = find(".number"), skip = find(".skip-taken input"), said = find(".said");

function shownAt(i) { return !(skip.checked && now.rows[i].judged === "taken_back"); }

function address(i) {
  var parts = [];
  if (root.dataset.game) { parts.push("game=" + root.dataset.game); }
  if (now.rows[i].n !== null) { parts.push("n=" + now.rows[i].n); }
  if (now !== films[0]) { parts.push("view=" + encodeURIComponent(now.view)); }
  return "#" + parts.join("&");
}

/* The next record that is shown, from one on, in a direction; the same where there is none. */
function onward(from, by) {
  for (var i = from + by; i >= 0 && i < now.rows.length; i += by) { if (shownAt(i)) { return i; } }
  return from;
}

function stop(places, back) {
  var from = at, there = (places || []).filter(shownAt);
  if (back) { there = there.filter(function (i) { return i < from; }); return there.length ? there[there.length - 1] : from; }
  there = there.filter(function (i) { return i > from; });
  return there.length ? there[0] : from;
}

function places(parts) { return parts.map(function (part) { return part[1]; }); }

/* What the pictures show, in words, for those who do not see them. */
function described(scene) {
  var places = now.board.places || {}, there = {}, count = scene.unknown || {};
  standing(scene).forEach(function (spot, token) {
    if (now.looks[token]) { (there[spot.place] = there[spot.place] || []).push(now.looks[token].label); }
  });
  map.svg.setAttribute("aria-label", "The board. " + Object.keys(places).map(function (id) {
    var names = (there[id] || []).concat(count[id] ? [count[id] + " not known"] : []);
    return names.length ? places[id].label + ": " + names.join(", ") + ". " : "";
  }).join(""));
  if (now.board.track) {
    track.svg.setAttribute("aria-label", now.board.track.label + ". " + Object.keys(scene.track || {}).reverse().map(function (space) {
      return space + ": " + scene.track[space].map(function (token) { return lookOf(token).label; }).join(", ") + ". ";
    }).join(""));
  }
}

/* Shows the position after the record at a place, and what this record did. */
function show(i, quietly) {
  var scene = now.scenes[i], before = i ? now.scenes[i - 1] : scene, row = now.rows[i], last = shown;
  shown = scene;
  at = i;
  root.classList.toggle("stale", now.states[i] === null && now.steps.length > 0);
  find(".moment").textContent = (scene.moment || []).map(function (line) { return line + ". "; }).join("");
  if (scene.laid !== last.laid) { cards(scene); }
  if (scene.standing !== last.standing || scene.unknown !== last.unknown) { counts(scene); }
  arrange(map, standing(scene), standing(before), "token");
  markers(scene, before);
  sides(scene);
  seats(scene, before);
  beside(scene, before);
  described(scene);
  stated();
  here(i);
  cursor();
  range.value = i;
  range.setAttribute("aria-valuetext", "record " + (row.n === null ? "without a number" : row.n));
  if (document.activeElement !== number) { number.value = row.n === null ? "" : row.n; }
  var sentence = inWords(row);
  if (said.textContent !== sentence) { said.textContent = sentence; }
  root.dataset.at = i;
  if (row.n !== null) { document.dispatchEvent(new CustomEvent("vflog:record", { detail: row.n })); }
  window.clearTimeout(writing);
  if (!quietly) { writing = window.setTimeout(function () { window.history.replaceState(null, "", address(at)); }, 200); }
}

/* Marks the row of a record, and scrolls the list, and nothing else, to it. */
function here(i) {
  var old = list.querySelector(".here"), row = rows[i], within = list.contains(document.activeElement);
  if (old) { old.classList.remove("here"); old.removeAttribute("aria-current"); old.firstChild.tabIndex = -1; }
  row.classList.add("here");
  row.setAttribute("aria-current", "true");
  row.firstChild.tabIndex = 0;
  list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  if (within) { row.firstChild.focus({ preventScroll: true }); }
}

function inWords(row) {
  var problems = (row.problems || []).map(function (problem) { return " " + problem.message; }).join("");
  return (row.n === null ? "" : row.n + ": ") + row.words + (row.judged === "taken_back" ? " (taken back)" : "") +
    (row.changes ? " " + row.changes + "." : "") + problems +
    (row.judged === "unjudged" && now.steps.length ? " Not judged: the board is still that of the last record that was." : "");
}

function go(i) {
  i = Math.max(0, Math.min(now.rows.length - 1, i));
  if (i !== at) { show(i, false); }
}

function playing(on) {
  window.clearInterval(timer);
  timer = null;
  if (on) {
    if (onward(at, 1) === at) { go(onward(-1, 1)); }
    timer = window.setInterval(function () {
      var then = onward(at, 1);
      if (then === at) { playing(false); } else { go(then); }
    }, 1200 / Number(find(".speed").value));
  }
  var button = find(".play");
  button.setAttribute("aria-pressed", String(Boolean(timer)));
  button.setAttribute("aria-label", timer ? "Stop" : "Play");
  root.classList.toggle("playing", Boolean(timer));
}

function stated() {
  var panel = find(".document");
  if (panel.open) { panel.querySelector("pre").textContent = now.states[at] === null ? "This record was not judged: it has no state." : JSON.stringify(now.states[at], null, 1); }
}
