/* Check a log: a file may be dropped anywhere on the page; what is too large is not even sent. */
(function () {
  "use strict";
  var form = document.querySelector("form.check");
  if (!form) { return; }
  var file = form.querySelector("input[type=file]"), said = form.querySelector("[role=alert]");
  var most = Number(form.dataset.most);

  function send() {
    if (file.files[0] && file.files[0].size > most) {
      said.textContent = "That is too large: at most " + most / 1e6 + " MB are taken here; try “vflog validate”.";
      file.value = "";
      return;
    }
    said.textContent = "";
    form.querySelector("button").textContent = "Checking …";
    form.submit();
  }

  file.addEventListener("change", send);
  form.addEventListener("submit", function (event) { event.preventDefault(); send(); });
  document.addEventListener("dragover", function (event) { event.preventDefault(); });
  document.addEventListener("drop", function (event) {
    event.preventDefault();
    if (event.dataTransfer.files.length) { file.files = event.dataTransfer.files; send(); }
  });
  window.addEventListener("pageshow", function () { form.querySelector("button").textContent = "Check"; });
  if ("done" in form.dataset) { document.getElementById("verdict").scrollIntoView(); }
})();
