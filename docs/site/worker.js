// Pages that were opened as files may start no worker: the search's script then runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      this.ready = new Promise((resolve) => {
        frame.addEventListener("load", () => resolve(frame.contentWindow));
      });
      window.addEventListener("message", (event) => {
        if (event.source === frame.contentWindow) this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      });
      const script = (text, src) => `<script${src ? ` src="${src}"` : ""}>${text}<\/script>`;
      frame.srcdoc = script("self.postMessage = (data) => parent.postMessage(data, '*')") + script("", url);
      document.body.append(frame);
    }

    async postMessage(data) {
      const inner = await this.ready;
      inner.dispatchEvent(new inner.MessageEvent("message", { data }));
    }
  };
}
