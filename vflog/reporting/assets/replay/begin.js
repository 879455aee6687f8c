/* The beginning. */

async function start() {
  var tapes;
  try { tapes = await unpacked(document.getElementById("tape").textContent); }
  catch (why) { said.textContent = "This browser cannot unpack the game: it is too old. The records stand in the list."; return; }
  films = tapes.map(film);
  var select = find(".views select");
  films.forEach(function (each, i) { select.append(new Option(tapes[i].called, i)); });
  find(".views").hidden = films.length < 2;
  root.classList.add("ready");
  take(films[0]);
  controls();
  follow();
  root.replay = { go: go, show: show, films: films, at: function () { return at; }, state: function () { return now.states[at]; }, scene: function () { return now.scenes[at]; } };
  root.dataset.ready = "true";
}

start();
