/** The navigation along the bottom covers 88 pixels. */
const inView = { threshold: 0.5, rootMargin: "0px 0px -88px 0px" };

/** Calls the listener each time that an element becomes visible. Returns a function that stops it. */
export function onVisible(element: Element, listener: () => void): () => void {
  let isInView = false;
  const look = () => {
    if (isInView && document.visibilityState === "visible") listener();
  };
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false;
    look();
  }, inView);
  observer.observe(element);
  document.addEventListener("visibilitychange", look);
  return () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
  };
}
