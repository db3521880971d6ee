// The people of the sample family, and how each of them joins.
import type { FastifyInstance } from "fastify";
import { changePassword } from "#contract/accounts/accounts.ts";
import { register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Answer, EndpointShape } from "#contract/endpoint.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import type { Clock, World } from "#server/platform/world.ts";

/** The clock of the sample family. It is set to each day of their month in turn. */
export class StoryClock implements Clock {
  readonly timeZone = Temporal.Now.timeZoneId();
  readonly #present: Date;
  #now: Date;

  constructor(present: Date) {
    this.#present = present;
    this.#now = present;
  }

  now = (): Date => this.#now;

  /** Returns the day that many days from today, YYYY-MM-DD. Negative numbers are before today. */
  day(days: number): string {
    const present = this.#present.toTemporalInstant();
    return present.toZonedDateTimeISO(this.timeZone).toPlainDate().add({ days }).toString();
  }

  /** Such as "2026-11-20T10:30", on the family's clock. */
  wall = (days: number, time: string): string => `${this.day(days)}T${time}`;

  go(days: number, time: string): void {
    const wall = Temporal.PlainDateTime.from(this.wall(days, time));
    this.#now = new Date(wall.toZonedDateTime(this.timeZone).epochMilliseconds);
  }

  pass(minutes: number): void {
    this.#now = this.in(minutes);
  }

  in = (minutes: number): Date => new Date(this.#now.getTime() + Math.round(minutes * minuteMs));

  /** Moves the clock to this time, unless it has passed. */
  reach(time: Date): void {
    if (time > this.#now) this.#now = time;
  }

  /** Moves the clock to a little before the present. */
  end(minutesBefore: number): void {
    this.#now = this.#present;
    this.pass(-minutesBefore);
  }
}

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  upload?: { readonly type: string; readonly bytes: Buffer };
}

/** A member of the sample family, who uses the app through its API like everybody else. */
export class Guest {
  readonly #app: FastifyInstance;
  readonly #device: string;
  readonly #cookies: Record<string, string> = {};
  token: string | undefined;

  constructor(app: FastifyInstance, device: string) {
    this.#app = app;
    this.#device = device;
  }

  async call<E extends EndpointShape>(
    endpoint: E,
    { params, query = {}, headers: given, body, upload }: Parts = {},
  ): Promise<Answer<E>> {
    const { method } = endpoint;
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]));
    const authorization = this.token && { authorization: `Bearer ${this.token}` };
    const type = upload && { "content-type": upload.type };
    const headers = { "user-agent": this.#device, ...authorization, ...type, ...given };
    const cookies = this.#cookies;
    const payload = upload?.bytes ?? body;
    const answer = await this.#app.inject({
      method,
      url,
      query,
      headers,
      cookies,
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.payload}`);
    for (const { name, value } of answer.cookies) this.#cookies[name] = value;
    return JSON.parse(answer.payload || "null");
  }
}

interface Character {
  readonly name: string;
  readonly who: string;
  readonly role: "admin" | "child" | "grandparent";
  readonly grandparentNames: string | null;
  readonly phoneNumber: string;
  readonly password: string;
  readonly device: string;
}

const ipad = "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
const android =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

// The numbers 555-0100 to 555-0199 are reserved for fiction.
export const characters = {
  rose: {
    name: "Rose Reyes",
    who: "grandmother, with Walter",
    role: "grandparent",
    grandparentNames: "Rose & Walter",
    phoneNumber: "+16145550141",
    password: "roses-kitchen",
    device: ipad,
  },
  anna: {
    name: "Anna Reyes",
    who: "daughter, looks after the page",
    role: "admin",
    grandparentNames: null,
    phoneNumber: "+16145550142",
    password: "annas-garden",
    device: iphone,
  },
  ben: {
    name: "Ben Reyes",
    who: "son",
    role: "child",
    grandparentNames: null,
    phoneNumber: "+16145550143",
    password: "bens-workshop",
    device: android,
  },
  maya: {
    name: "Maya Reyes",
    who: "granddaughter, 17",
    role: "child",
    grandparentNames: null,
    phoneNumber: "+16145550144",
    password: "mayas-bicycle",
    device: windows,
  },
} as const satisfies Record<string, Character>;

export interface Relative {
  readonly guest: Guest;
  readonly id: number;
  readonly familyId: number;
}

export type Family = Readonly<Record<keyof typeof characters, Relative>>;

export interface Stage {
  readonly app: FastifyInstance;
  /** With the clock of the story, and with senders that send nothing. */
  readonly world: World;
  readonly clock: StoryClock;
  /** The last text message to this number. */
  lastText(phoneNumber: string): string;
}

const emailOf = (name: string) => `${name.split(" ")[0]?.toLowerCase()}@example.com`;

async function signUp({ app, clock, lastText }: Stage, character: Character, inviteCode?: string) {
  const { name, role, grandparentNames, phoneNumber, password, device } = character;
  const guest = new Guest(app, device);
  await guest.call(requestVerification, { body: { phoneNumber } });
  const code = lastText(phoneNumber).match(/\d{6}/)?.[0];
  await guest.call(verifyCode, { body: { phoneNumber, code } });
  const { timeZone } = clock;
  const invited = inviteCode && { inviteCode };
  const { token, user } = await guest.call(register, {
    body: { username: name, phoneNumber, password, role, grandparentNames, timeZone, ...invited },
  });
  guest.token = token;
  clock.pass(2);
  await guest.call(changePassword, { body: { password } });
  return { guest, id: user.id, familyId: user.familyId ?? 0 };
}

async function join(stage: Stage, inviter: Relative, character: Character): Promise<Relative> {
  const { name, role } = character;
  const { familyId } = inviter;
  const { inviteCode } = await inviter.guest.call(createInvitation, {
    body: { name, email: emailOf(name), role, familyId },
  });
  stage.clock.pass(9);
  const relative = await signUp(stage, character, inviteCode);
  await relative.guest.call(acceptInvitation, { body: { inviteCode, userId: relative.id } });
  return { ...relative, familyId };
}

/** Anna starts the family and invites the others. */
export async function gather(stage: Stage): Promise<Family> {
  stage.clock.go(-29, "10:05");
  const anna = await signUp(stage, characters.anna);
  stage.clock.pass(30);
  const rose = await join(stage, anna, characters.rose);
  stage.clock.pass(30);
  const ben = await join(stage, anna, characters.ben);
  stage.clock.pass(30);
  const maya = await join(stage, anna, characters.maya);
  return { rose, anna, ben, maya };
}

/** One invitation is still open, and one has expired. */
export async function invite({ clock }: Stage, { anna }: Family): Promise<void> {
  const invited = [
    { days: -12, name: "Uncle Joe", role: "child" },
    { days: -2, name: "Dolores Kim", role: "grandparent" },
  ];
  for (const { days, name, role } of invited) {
    clock.go(days, "19:20");
    const body = { name, email: emailOf(name.replace("Uncle ", "")), role, familyId: anna.familyId };
    await anna.guest.call(createInvitation, { body });
  }
}
