import { describe, expect, test } from "vitest";
import {
  byHandOn,
  getsMessagesInstalled,
  isApplePhoneOrTablet,
  isSafari,
  isTablet,
  menuOn,
} from "./platform.ts";

const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko)";
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`;

const device = (userAgent: string, maxTouchPoints = 5) => ({ userAgent, maxTouchPoints });

describe("how to add Porchlight to the home screen of", () => {
  test.each([
    ["an iPhone", "share", `${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`],
    [
      "an old iPad",
      "share",
      `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari} Version/12.1.2 Mobile/15E148 Safari/604.1`,
    ],
    ["an iPad that says it is a Mac", "share", `${mac} Version/26.0 Safari/605.1.15`],
    ["Chrome on an iPhone", "share", `${iPhone} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`],
    ["Firefox on an iPhone", "share", `${iPhone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
    ["Edge on an iPhone", "share", `${iPhone} Version/18.0 EdgiOS/139.0 Mobile/15E148 Safari/604.1`],
    [
      "Facebook on an iPhone",
      "leave",
      `${iPhone} Mobile/22G86 [FBAN/FBIOS;FBAV/527.0.0.39.96;FBBV/774610431;FBDV/iPhone15,2]`,
    ],
    ["Google's app on an iPhone", "leave", `${iPhone} GSA/383.0 Mobile/15E148 Safari/604.1`],
    ["a mail app on an iPhone", "leave", `${iPhone} Mobile/15E148`],
    [
      "Chrome on Android",
      "menu",
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Chrome/140.0.0.0 Mobile Safari/537.36`,
    ],
    [
      "Samsung's browser on a tablet",
      "menu",
      `Mozilla/5.0 (Linux; Android 14; SM-X210) ${chrome} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    ],
    ["Firefox on Android", "menu", "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0"],
    [
      "an app's window on Android",
      "leave",
      `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${chrome} Version/4.0 Chrome/139.0.7258.94 Mobile Safari/537.36`,
    ],
    [
      "Facebook on Android",
      "leave",
      `Mozilla/5.0 (Linux; Android 13; SM-A536B) ${chrome} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/526.0]`,
    ],
  ])("%s: %s", (_name, way, userAgent) => {
    expect(byHandOn(device(userAgent))).toBe(way);
  });

  test.each([
    ["Safari on a Mac", `${mac} Version/26.0 Safari/605.1.15`, 0],
    [
      "Chrome on a Mac",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Chrome/140.0.0.0 Safari/537.36`,
      0,
    ],
    [
      "Edge on a laptop with a touch screen",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      10,
    ],
    ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", 0],
  ])("%s: only if the browser offers it", (_name, userAgent, fingers) => {
    expect(byHandOn(device(userAgent, fingers))).toBeUndefined();
    expect(isApplePhoneOrTablet(device(userAgent, fingers))).toBe(false);
  });
});

test("the Share icon is above the page on an iPad, and below it on an iPhone", () => {
  expect(isTablet(device(`${mac} Version/26.0 Safari/605.1.15`))).toBe(true);
  expect(isTablet(device(`${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`))).toBe(false);
});

test("Safari's toolbar is drawn for Safari alone", () => {
  expect(isSafari(device(`${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`))).toBe(true);
  expect(isSafari(device(`${mac} Version/26.0 Safari/605.1.15`))).toBe(true);
  expect(isSafari(device(`${iPhone} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`))).toBe(false);
  expect(isSafari(device(`${iPhone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`))).toBe(false);
  expect(isSafari(device(`${iPhone} Version/18.0 EdgiOS/139.0 Mobile/15E148 Safari/604.1`))).toBe(false);
});

const android = "Mozilla/5.0 (Linux; Android 14; SM-X210)";

test.each([
  ["chrome", `${android} ${chrome} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ["samsung", `${android} ${chrome} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`],
  ["firefox", "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0"],
  ["other", `${android} ${chrome} Chrome/139.0.0.0 Mobile Safari/537.36 EdgA/139.0.0.0`],
])("on Android the menu of %s is described", (menu, userAgent) => {
  expect(menuOn(device(userAgent))).toBe(menu);
});

test.each([
  ["iOS 12", "iPad; CPU OS 12_5", "Version/12.1.2", false],
  ["iOS 16.3", "iPhone; CPU iPhone OS 16_3", "Version/16.3", false],
  ["Chrome on iOS 16.3", "iPhone; CPU iPhone OS 16_3", "CriOS/120.0.0.0", false],
  ["iOS 16.4", "iPhone; CPU iPhone OS 16_4", "Version/16.4", true],
  ["iOS 16.10", "iPhone; CPU iPhone OS 16_10", "Version/16.10", true],
  ["iOS 26, which names an older one", "iPhone; CPU iPhone OS 18_6", "Version/26.0", true],
  ["Chrome on an iPad that says it is a Mac", "Macintosh; Intel Mac OS X 10_15_7", "CriOS/140.0.0.0", true],
])("whether the installed app gets messages on %s", (_name, system, browser, isPossible) => {
  const userAgent = `Mozilla/5.0 (${system} like Mac OS X) ${safari} ${browser} Mobile/15E148 Safari/604.1`;
  expect(getsMessagesInstalled(device(userAgent))).toBe(isPossible);
});
