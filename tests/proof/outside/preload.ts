// Loaded into a server before its own code: its Twilio is on this machine, and its clock can be moved while it runs.
import { existsSync, readFileSync, rmSync } from "node:fs";
import twilio from "twilio";

const { TWILIO_NEARBY = "", CLOCK_FILE = "" } = process.env;
const { prototype } = twilio.RequestClient;

prototype.request = new Proxy(prototype.request, {
  apply: (request, client, [options]) =>
    Reflect.apply(request, client, [
      { ...options, uri: options.uri.replace("https://api.twilio.com", TWILIO_NEARBY) },
    ]),
});

let moved = 0;
const movedNow = (real: DateConstructor) => real.now() + moved;

globalThis.Date = new Proxy(Date, {
  construct: (real, args) => Reflect.construct(real, args.length === 0 ? [movedNow(real)] : args),
  get: (real, name) => (name === "now" ? () => movedNow(real) : Reflect.get(real, name)),
});

/** As when somebody sets the clock: so many milliseconds before or after the time that it is. */
function setClock(): void {
  if (!existsSync(CLOCK_FILE)) return;
  moved = Number(readFileSync(CLOCK_FILE, "utf8"));
  rmSync(CLOCK_FILE);
}

setClock();
process.on("SIGUSR2", setClock);
