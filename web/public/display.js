// Runs before the first paint: a saved choice of colors and text size wins, otherwise the first visit follows the system.
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
  if (kept("token") || location.search) root.dataset.start = "app";
})();
