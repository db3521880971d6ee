// What people hear who use a screen reader: the role and the name that the engine itself computes.
import type { Page } from "playwright-core";
import { DrivenWindow } from "./driven-window.ts";
import type { Heard } from "./driver.ts";
import { type Engine, engine } from "./engine.ts";
import type { Window } from "./window.ts";

interface Accessible {
  role?: { value?: string };
  name?: { value?: string };
}

const isPlaywright = (window: Window): window is Page => "context" in window;

async function focusedInChromium(page: Page): Promise<Heard> {
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
  const { nodes } = await devtools.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId ?? "",
    fetchRelatives: false,
  });
  await devtools.detach();
  const [{ role, name } = {}] = nodes as Accessible[];
  return { role: role?.value ?? "", name: name?.value ?? "" };
}

async function focusedIn(window: Window): Promise<Heard> {
  if (window instanceof DrivenWindow) return await window.focused();
  if (isPlaywright(window)) return await focusedInChromium(window);
  throw new Error("This is a window of no engine.");
}

/**
 * Elements for which engines have roles of their own. ARIA has none for what folds a section. A list of choices that is folded is
 * a button for WebKit, which VoiceOver calls a pop-up button.
 */
const ownRoles: Record<string, { role: string; calledBy: Record<Engine, string> }> = {
  summary: {
    role: "summary",
    calledBy: { chromium: "DisclosureTriangle", webkit: "", firefox: "" },
  },
  select: {
    role: "combobox",
    calledBy: { chromium: "combobox", webkit: "button", firefox: "combobox" },
  },
};

/** What has the focus now, as in 'link "Home"'. Nothing, when the page itself has it. */
export async function announced(window: Window): Promise<string | undefined> {
  const element = await window.evaluate(() => document.activeElement?.localName ?? "body");
  if (element === "body") return undefined;
  const { role, name } = await focusedIn(window);
  const own = ownRoles[element];
  return `${own?.calledBy[engine] === role ? own.role : role} "${name}"`;
}
