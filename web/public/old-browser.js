// In a browser that is older than those in package.json, a plain page says what is needed and whom to call. The app may stop
// anywhere in such a browser, so this script uses only what browsers of 2016 can read.
(() => {
  const supportsStyle = (condition) => Boolean(window.CSS && CSS.supports && CSS.supports(condition));
  const supportsScript = (type) => Boolean(HTMLScriptElement.supports && HTMLScriptElement.supports(type));
  // The oldest browsers on the list are the first of their kind with all three.
  if (
    supportsScript("importmap") &&
    supportsStyle("selector(:has(a))") &&
    supportsStyle("(container-type: inline-size)")
  )
    return;

  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (_error) {
      return null;
    }
  };
  const add = (parent, name, text) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  };
  const addCall = (parent, words, phoneNumber) => {
    add(add(parent, "p", ""), "a", words).href = `tel:${phoneNumber}`;
  };

  document.addEventListener("DOMContentLoaded", () => {
    const { members } = stored("porchlight-session-family") || { members: [] };
    const emergencyNumber = stored("porchlight-emergency-number");
    delete document.documentElement.dataset.start;
    document.body.textContent = "";
    const page = add(document.body, "main", "");
    add(page, "h1", "Porchlight");
    add(page, "p", "This browser is too old for Porchlight.");
    add(
      page,
      "p",
      "Please update it, or open Porchlight on another device. It needs an iPad or iPhone with iOS 16.4, or Safari 16.4, Chrome 109, Edge 109 or Firefox 128, or anything newer.",
    );
    const withPhone = members.filter((person) => person.phoneNumber);
    if (withPhone.length > 0) add(page, "h2", "Call your family");
    withPhone.forEach(({ name, phoneNumber }) => {
      addCall(page, `Call ${name}, ${phoneNumber}`, phoneNumber);
    });
    if (emergencyNumber) addCall(page, `In an emergency, call ${emergencyNumber}`, emergencyNumber);
  });
})();
