// Runs before the first paint: a saved choice of colors and text size wins, otherwise the first visit follows the system.
// It also asks early for what home shows.
(() => {
  const root = document.documentElement;
  const wants = (query) => matchMedia(query).matches;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const saved = () => {
    try {
      return JSON.parse(kept("porchlight-display")) || {};
    } catch {
      return {};
    }
  };
  const system = () => {
    if (wants("(prefers-contrast: more)")) return "contrast";
    return wants("(prefers-color-scheme: dark)") ? "dark" : "light";
  };
  const { theme, text } = saved();
  root.dataset.theme = theme || system();
  root.dataset.text = text || "20";
  if (/^\/admin(\/|-login|$)/.test(location.pathname)) root.dataset.area = "admin";
  const token = kept("token");
  if (token || location.search) root.dataset.start = "app";
  // Requests home's data while the app's scripts are loading. A token that has not been exchanged yet is good for one
  // other call only.
  const isUnexchanged = kept("porchlight-unexchanged") === token;
  if (token && location.pathname === "/" && !location.search && !isUnexchanged) {
    const headers = { authorization: `Bearer ${token}` };
    const response = fetch("/api/home", { headers, credentials: "include" });
    window.earlyHome = { token, response };
    // Without an answer, the app reads each line of home separately.
    const drop = () => delete window.earlyHome;
    response.then(({ ok }) => ok || drop(), drop);
  }
})();
