/* Documents from differences; what does not change is shared. */

function put(whole, path, from, value) {
  var out = Object.assign({}, whole), key = path[from];
  if (from + 1 < path.length) { out[key] = put(out[key], path, from + 1, value); }
  else if (value === undefined) { delete out[key]; }
  else { out[key] = value; }
  return out;
}

function next(whole, difference, paths) {
  var sets = difference[0] || [];
  (difference[1] || []).forEach(function (number) { whole = put(whole, paths[number], 0, undefined); });
  for (var i = 0; i < sets.length; i += 2) { whole = put(whole, paths[sets[i]], 0, sets[i + 1]); }
  return whole;
}

/* A view of the game with all its states: of a record that was not judged there is no state, and the last scene. */
function film(tape) {
  var reel = tape.reel, state = {}, scene = {}, states = [], scenes = [], byNumber = new Map();
  tape.rows.forEach(function (row, i) {
    var step = reel.steps[i];
    if (step) {
      state = next(state, step[0], reel.state_paths);
      scene = next(scene, step[1], reel.scene_paths);
    }
    states.push(step ? state : null);
    scenes.push(scene);
    if (row.n !== null && !byNumber.has(row.n)) { byNumber.set(row.n, i); }
  });
  return Object.assign({ view: tape.view, rows: tape.rows, states: states, scenes: scenes, byNumber: byNumber }, reel);
}
