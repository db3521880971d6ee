// Google gave no permission, so the page that opened this window need not wait for it.
new BroadcastChannel("porchlight-calendar").postMessage("not-connected");
