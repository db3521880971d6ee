// Finds elements by what people read and hear. This runs in the page, so that it is the same in each engine.
import { computeAccessibleName, getRole } from "dom-accessibility-api";

export type Words = { text: string; isExact: boolean } | { pattern: string; flags: string };

/** One step of a search. Each begins with what the steps before have found. */
export type Step =
  | { by: "css"; css: string }
  | { by: "role"; role: string; name?: Words; level?: number }
  | { by: "text" | "label"; words: Words }
  | { by: "place"; index: number }
  | { by: "has"; steps: Step[] }
  | { by: "hasText"; words: Words }
  | { by: "and" | "or"; steps: Step[] };

const clean = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

function matches(words: Words, text: string): boolean {
  if ("pattern" in words) return new RegExp(words.pattern, words.flags).test(text);
  const wanted = clean(words.text);
  return words.isExact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
}

const isPerceivable = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true], [inert]");

/** Whether people can see it: it has a size, and nothing hides it. */
export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

const levelOf = (element: Element): number =>
  Number(element.getAttribute("aria-level") ?? element.localName.match(/^h([1-6])$/)?.[1]);

/** As in Playwright, what opens a disclosure is no button. */
const roleOf = (element: Element): string | null =>
  element.localName === "summary" && !element.hasAttribute("role") ? null : getRole(element);

function hasRole(element: Element, { role, name, level }: Extract<Step, { by: "role" }>): boolean {
  if (roleOf(element) !== role || (level !== undefined && levelOf(element) !== level)) return false;
  return isPerceivable(element) && (!name || matches(name, clean(computeAccessibleName(element))));
}

/** An element, and the role and name that a screen reader is likely to say. */
export const announce = (element: Element): [Element, string, string] => [
  element,
  roleOf(element) ?? "",
  clean(computeAccessibleName(element)),
];

const isText = (element: Element): boolean => !element.closest("head, script, style, noscript, template");

/** The innermost element with these words. */
function hasWords(element: Element, words: Words): boolean {
  if (!isText(element) || !matches(words, clean(element.textContent))) return false;
  return ![...element.children].some((child) => matches(words, clean(child.textContent)));
}

function labelsOf(element: Element): string[] {
  const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const elements = [
    ...ids.map((id) => document.getElementById(id)),
    ...((element as HTMLInputElement).labels ?? []),
  ];
  return [...elements.map((label) => label?.textContent), element.getAttribute("aria-label")]
    .map(clean)
    .filter(Boolean);
}

/** Each element once, in the order of the document. */
const inOrder = (elements: readonly Element[]): Element[] =>
  [...new Set(elements)].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

const within = (roots: readonly ParentNode[], isFound: (element: Element) => boolean, css = "*"): Element[] =>
  inOrder(roots.flatMap((root) => [...root.querySelectorAll(css)].filter(isFound)));

function take(step: Step, from: readonly (Element | Document)[]): Element[] {
  const elements = from.filter((node) => node instanceof Element);
  switch (step.by) {
    case "css":
      return within(from, () => true, step.css);
    case "role":
      return within(from, (element) => hasRole(element, step));
    case "text": {
      // A region may itself be the innermost element with its words.
      const own = elements.filter((element) => hasWords(element, step.words));
      return inOrder([...own, ...within(from, (element) => hasWords(element, step.words))]);
    }
    case "label":
      return within(from, (element) => labelsOf(element).some((label) => matches(step.words, label)));
    case "place":
      return elements.slice(step.index).slice(0, 1);
    case "has":
      return elements.filter((element) => find(step.steps, element).length > 0);
    case "hasText":
      return elements.filter((element) => matches(step.words, clean(element.textContent)));
    case "and": {
      const others = find(step.steps);
      return elements.filter((element) => others.includes(element));
    }
    case "or":
      return inOrder([...elements, ...find(step.steps)]);
  }
}

/** The elements that a search finds, in the order of the document. */
export function find(steps: readonly Step[], root: Element | Document = document): Element[] {
  let found: readonly (Element | Document)[] = [root];
  for (const step of steps) found = take(step, found);
  return found.filter((node) => node instanceof Element);
}

const placeOf = (element: Element): string => JSON.stringify(element.getBoundingClientRect());

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isFor = (target: Element, element: Element): boolean =>
  element.contains(target) || target.closest("label")?.control === element;

interface Aim {
  readonly element: HTMLElement;
  /** What is in its place: the element, something in it, its label, or what is around an element that takes no clicks itself. */
  readonly hit: Element;
}

/** Where a click on this element will go; or else a sentence that says what stands in the way. */
async function aimAt(element: HTMLElement): Promise<Aim | string> {
  if (!isVisible(element)) return "It is not visible.";
  if (element.matches(":disabled, [aria-disabled=true]")) return "It is disabled.";
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const place = placeOf(element);
  await pause(20);
  if (placeOf(element) !== place) return "It moves.";
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (hit && (isFor(hit, element) || hit.contains(element))) return { element, hit };
  return `It is covered by ${hit?.outerHTML.slice(0, 100) ?? "nothing that can be clicked"}.`;
}

/** What a click consists of. */
const parts = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const;

/** Each look runs this file anew. What it has to remember is left in the page. */
const page: typeof globalThis & { hasMissed?: boolean; stopGuarding?: () => void } = globalThis;

/** Keeps the next click from everything else, because the page can still move before the engine clicks. */
function guard({ element, hit }: Aim): void {
  page.stopGuarding?.();
  page.hasMissed = false;
  const look = (event: Event) => {
    const { target, isTrusted } = event;
    // A page may itself click something else then, such as its field for files.
    if (!isTrusted || target === hit || (target instanceof Element && isFor(target, element))) return;
    page.hasMissed = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const part of parts) addEventListener(part, look, { capture: true });
  page.stopGuarding = () => {
    for (const part of parts) removeEventListener(part, look, { capture: true });
  };
}

/** The one element that is found, once it can be clicked; or else a sentence that says why it can't. */
export async function findReady(steps: readonly Step[]): Promise<Element | string> {
  const [element, ...others] = find(steps);
  if (!(element instanceof HTMLElement)) return "Nothing was found.";
  if (others.length > 0) return `${others.length + 1} were found.`;
  const aim = await aimAt(element);
  if (typeof aim === "string") return aim;
  guard(aim);
  return element;
}

/** The page, if the click went where it was to go; or else a sentence. A click that went elsewhere had no effect. */
export function findAfterClick(): Element | string {
  page.stopGuarding?.();
  return page.hasMissed ? "The page moved under the click." : document.documentElement;
}

/** The one element that is found, visible or not; or else a sentence. Fields for files are never visible. */
export function findOne(steps: readonly Step[]): Element | string {
  const [element, ...others] = find(steps);
  if (!element) return "Nothing was found.";
  return others.length > 0 ? `${others.length + 1} were found.` : element;
}

function assign(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.focus();
  // React replaces the setter of the element, to hear of changes made by programs.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Enters a value as if it had been pasted or picked. Returns a sentence when this is not possible. */
export function fill(steps: readonly Step[], value: string): string | undefined {
  const field = findOne(steps);
  if (typeof field === "string") return field;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return "It is no field.";
  if (!isVisible(field) || field.disabled || field.readOnly) return "It can't be filled.";
  assign(field, value);
  return undefined;
}

/** Chooses the option with this label or value. */
export function choose(steps: readonly Step[], wanted: string): string | undefined {
  const field = findOne(steps);
  if (typeof field === "string") return field;
  if (!(field instanceof HTMLSelectElement) || !isVisible(field) || field.disabled)
    return "It can't be chosen from.";
  const option = [...field.options].find(({ label, value }) => [clean(label), value].includes(wanted));
  if (!option) return `It has no option ${wanted}.`;
  option.selected = true;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  return undefined;
}
