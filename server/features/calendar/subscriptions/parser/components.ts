// Finds the components of a calendar. Some programs write the line breaks of a note as they are, so a line such as
// "End: 6:30 PM" can stand where properties do.

const places = ["VLOCATION", "VRESOURCE"];
const shared = ["VALARM", "PARTICIPANT", ...places];

/** The components that each one can contain (RFC 5545, 7953 and 9073). */
const within: ReadonlyMap<string, readonly string[]> = new Map([
  ...["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"].map((name) => [name, shared] as const),
  ["VTIMEZONE", ["STANDARD", "DAYLIGHT"]],
  ["VAVAILABILITY", ["AVAILABLE", ...shared]],
  ["AVAILABLE", shared],
  ["VALARM", places],
  ["PARTICIPANT", places],
]);
const outermost = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"];

const edgeLine = /^(BEGIN|END):\s*([\w-]+)$/i;

interface Edge {
  readonly isBegin: boolean;
  /** In capitals. */
  readonly name: string;
}

function edgeIn(line: string): Edge | undefined {
  const [, edge, name] = edgeLine.exec(line) ?? [];
  return edge && name ? { isBegin: edge.toUpperCase() === "BEGIN", name: name.toUpperCase() } : undefined;
}

/** Collects components line by line. A component without an end is over where the next one begins. */
export class ComponentReader {
  /** The lines of the calendar itself. */
  readonly own: string[] = [];
  /** Events, zones and other components, each from its first to its last line. */
  readonly parts: string[][] = [];
  readonly #endings: ReadonlySet<string>;
  readonly #open: string[] = [];
  #calendars = 0;
  #isCanceled = false;

  constructor(lines: readonly string[]) {
    const edges = lines.map(edgeIn).filter((edge) => edge !== undefined);
    this.#endings = new Set(edges.filter(({ isBegin }) => !isBegin).map(({ name }) => name));
    for (const line of lines) this.#read(line, edgeIn(line));
  }

  /** Whether every calendar has its end. */
  get isWhole(): boolean {
    return this.#calendars <= 0;
  }

  #read(line: string, edge: Edge | undefined): void {
    if (edge?.name === "VCALENDAR") this.#readCalendarEdge(edge);
    else if (edge?.isBegin && this.#canBegin(edge.name)) this.#begin(edge.name);
    else if (edge && !edge.isBegin && this.#open.includes(edge.name)) this.#end(edge.name);
    else if (this.#open.length === 0) this.#readOwn(line);
    else this.#keep(line);
  }

  /** A calendar may contain another one, whose events are read like the others. */
  #readCalendarEdge({ isBegin }: Edge): void {
    this.#endAll();
    this.#calendars += isBegin ? 1 : -1;
    this.#isCanceled = false;
  }

  /** A calendar with METHOD:CANCEL does not have to mark each of its events as canceled. */
  #readOwn(line: string): void {
    if (/^METHOD:CANCEL$/i.test(line)) this.#isCanceled = true;
    this.own.push(line);
  }

  /** Components of a program's own only count if they end somewhere. */
  #canBegin(name: string): boolean {
    const inner = this.#open.at(-1);
    if (outermost.includes(name) || (name.startsWith("X-") && this.#endings.has(name))) return true;
    return inner !== undefined && (within.get(inner)?.includes(name) ?? false);
  }

  #begin(name: string): void {
    if (outermost.includes(name)) this.#endAll();
    this.#open.push(name);
    if (this.#open.length === 1) this.parts.push([]);
    this.#keep(`BEGIN:${name}`);
    if (name === "VEVENT" && this.#isCanceled) this.#keep("STATUS:CANCELLED");
  }

  /** Ends everything within it, too. */
  #end(name: string): void {
    let ended: string | undefined;
    do {
      ended = this.#open.at(-1);
      this.#keep(`END:${ended}`);
      this.#open.pop();
    } while (ended !== name);
  }

  #endAll(): void {
    const [outer] = this.#open;
    if (!outer) return;
    this.#end(outer);
    // A component that ended before it had a line is none.
    if (this.parts.at(-1)?.length === 2) this.parts.pop();
  }

  /** Components inside an event, such as an alarm, are not shown. */
  #keep(line: string): void {
    const isInner = this.#open.length > 1 && this.#open[0] !== "VTIMEZONE";
    if (!isInner) this.parts.at(-1)?.push(line);
  }
}

const textName = /^(?:SUMMARY|LOCATION|DESCRIPTION|COMMENT|CONTACT|X-.*)$/;
const edgeName = /^(?:BEGIN|END)$/;
const property = /^([a-z_][\w-]*)[;:]/i;

/** Joins, within an event, the lines of a text that was written with its line breaks as they are. */
export function withTextsJoined(part: readonly string[]): readonly string[] {
  if (part[0] !== "BEGIN:VEVENT") return part;
  // Most programs write names in capitals. In their texts, "Location: the gym" is no property.
  const isInCapitals = part.some((line) => /^DTSTART[;:]/.test(line));
  const properties: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of part.slice(1, -1)) {
    const [, written = ""] = property.exec(line) ?? [];
    const name = written.toUpperCase();
    const last = properties.at(-1);
    const isAfterText = last !== undefined && textName.test(last.name);
    const isWord = isAfterText && ((isInCapitals && written !== name) || edgeName.test(name));
    if (written && !isWord) properties.push({ name, lines: [line] });
    else if (isAfterText) last.lines.push(line);
  }
  return ["BEGIN:VEVENT", ...properties.map(({ lines }) => lines.join("\\n")), "END:VEVENT"];
}
