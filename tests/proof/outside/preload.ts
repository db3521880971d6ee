// Loaded into a server before its own code: redirects Twilio and Plivo to this machine, and lets the clock be moved at
// run time.
import { existsSync, readFileSync, rmSync } from "node:fs";

const { TWILIO_STAND_IN = "", PLIVO_STAND_IN = "", CLOCK_FILE = "" } = process.env;
const standIns = { "https://api.twilio.com": TWILIO_STAND_IN, "https://api.plivo.com": PLIVO_STAND_IN };

globalThis.fetch = new Proxy(fetch, {
  apply: (real, self, [url, ...others]) => {
    const [origin, standIn = ""] =
      Object.entries(standIns).find(([each]) => String(url).startsWith(each)) ?? [];
    const target = origin ? String(url).replace(origin, standIn) : url;
    return Reflect.apply(real, self, [target, ...others]);
  },
});

let moved = 0;
const movedNow = (real: DateConstructor) => real.now() + moved;

globalThis.Date = new Proxy(Date, {
  construct: (real, args) => Reflect.construct(real, args.length === 0 ? [movedNow(real)] : args),
  get: (real, name) => (name === "now" ? () => movedNow(real) : Reflect.get(real, name)),
});

/** Sets the clock this many milliseconds ahead of or behind real time. */
function setClock(): void {
  if (!existsSync(CLOCK_FILE)) return;
  moved = Number(readFileSync(CLOCK_FILE, "utf8"));
  rmSync(CLOCK_FILE);
}

setClock();
process.on("SIGUSR2", setClock);
