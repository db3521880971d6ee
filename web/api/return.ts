/** Listens for the connection or the person to come back. Returns a function that stops listening. */
export function onReturn(listener: (event: Event) => void): () => void {
  window.addEventListener("online", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
