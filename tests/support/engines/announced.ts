// What people hear who use a screen reader: the role and the name that the engine itself computes.
import type { Page } from "playwright-core";
import { DrivenWindow } from "./driven-window.ts";
import type { Heard } from "./driver.ts";
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

/** What has the focus now: 'link "Home"'. */
export async function announced(window: Window): Promise<string> {
  const heard =
    window instanceof DrivenWindow
      ? window.focused()
      : isPlaywright(window)
        ? focusedInChromium(window)
        : undefined;
  if (!heard) throw new Error("This is a window of no engine.");
  const { role, name } = await heard;
  return `${role} "${name}"`;
}
