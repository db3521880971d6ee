// Home is answered from memory only while it is what the database would say: on two servers, one of which hears of
// changes late.
import fc from "fast-check";
import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeNames, signOutElsewhere } from "#contract/accounts/accounts.ts";
import { cancelAccountDeletion, requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { addManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { changeFamily, changeRole, leaveFamily, openFamily, removeMember } from "#contract/families.ts";
import { giveHelloWords } from "#contract/hellos.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import * as help from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { chooseOwnLight, endOwnLight, turnOnOwnLight, wave } from "#contract/lights.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { cancelFamilyDeletion, requestFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { answerPuzzle, changePuzzleSharing, createPuzzle } from "#contract/puzzles.ts";
import { familyEvents } from "#server/family-events.ts";
import { makeAdmin } from "#server/features/families/members.ts";
import { insertMembership } from "#server/features/families/queries.ts";
import { keptAnswersOf } from "#server/platform/http/kept-answers.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import { newBrowser } from "#tests/support/channels.ts";
import { Client, type Parts } from "#tests/support/client.ts";
import { startLateListening } from "#tests/support/delayed-postgres.ts";
import { dentist } from "#tests/support/events.ts";
import { untilCaughtUp } from "#tests/support/live-stream.ts";
import { inLong } from "#tests/support/long-form.ts";
import { newSession, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { newPuzzle } from "#tests/support/puzzles.ts";
import { answerInWords } from "#tests/support/questions.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";

const server = useServer();

const heardAfterMs = 10;
let proxy: Awaited<ReturnType<typeof startLateListening>>;
let elsewhere: TestServer;
/** Keeps nothing in memory, so it says what the database says. */
let reference: TestServer;
beforeAll(async () => {
  const { databaseUrl } = server();
  proxy = await startLateListening(databaseUrl, heardAfterMs);
  elsewhere = await startServer({ databaseUrl: proxy.url });
  reference = await startServer({ databaseUrl, limits: { keptAnswerMegabytes: 0 } });
});
afterAll(async () => {
  await Promise.all([elsewhere, reference].map((each) => each.stop()));
  await proxy.stop();
});

const everywhere = () => [server(), elsewhere];
const hitsOf = ({ world }: TestServer) => keptAnswersOf(world).hits;

async function homeOf(on: TestServer, { client }: Pick<Person, "client">) {
  const { status, body } = await new Client(on.url, client.token).ask(getHome);
  return { status, body };
}

async function expectCurrentHome(
  person: Pick<Person, "client">,
  servers: readonly TestServer[] = everywhere(),
): Promise<void> {
  const [current, ...shown] = await Promise.all([reference, ...servers].map((on) => homeOf(on, person)));
  for (const home of shown) expect(home).toEqual(current);
}

const advance = (milliseconds: number) => {
  for (const { clock } of [...everywhere(), reference]) clock.advance(milliseconds);
};

const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(server().database.kysely);

async function untilListening(): Promise<void> {
  for (const each of everywhere()) await untilCaughtUp(each);
}

/** The Reyes family, and Dora, who is in it and in a family of her own. */
async function people() {
  const family = await reyesFamily(server());
  const dora = await signUp(server(), { name: "Dora Diaz" });
  const { familyId } = family.anna;
  const { database, clock } = server();
  const joining = { family_id: familyId, person_id: dora.id, role: "child" as const };
  await insertMembership(database.kysely, { ...joining, joined_at: clock.now() });
  const guest = { ...dora, familyId, client: await newSession(server(), { id: dora.id, familyId }) };
  return { ...family, dora, guest };
}

type People = Awaited<ReturnType<typeof people>>;
type Name = keyof People;
const names = ["anna", "ben", "rose", "dora", "guest"] as const satisfies readonly Name[];

const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv", { timeZone }).format(reference.clock.now());
const pauses = [minuteMs, hourMs - 1, hourMs, 13 * hourMs, 14 * dayMs];

/** The milliseconds until it is tomorrow on the family's clocks. */
function untilMidnight(): number {
  const time = new Intl.DateTimeFormat("sv", { timeZone: "America/New_York", timeStyle: "medium" });
  const [hours = 0, minutes = 0, seconds = 0] = time.format(reference.clock.now()).split(":").map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** The events of one random run. Some calls are refused, such as those of somebody who is signed out. */
class Story {
  readonly people: People;
  readonly #reads: Promise<unknown>[] = [];
  readonly #isReleased = Promise.withResolvers<void>();
  #help = 0;
  #event = 0;
  #puzzle = 0;

  constructor(given: People) {
    this.people = given;
  }

  #call = async (on: TestServer, who: Name, endpoint: EndpointShape, parts: Parts = {}) => {
    const { status, body } = await new Client(on.url, this.people[who].client.token).ask(endpoint, parts);
    return status < 300 ? (body as { id: number } | undefined) : undefined;
  };

  async ask(on: TestServer, who: Name) {
    this.#help =
      (await this.#call(on, who, help.askForHelp, { body: { text: "Please." } }))?.id ?? this.#help;
  }

  changeHelp(on: TestServer, who: Name, n: number) {
    const { acknowledgeHelpRequest, resolveHelpRequest, cancelHelpRequest, reopenHelpRequest } = help;
    const endpoints = [acknowledgeHelpRequest, resolveHelpRequest, cancelHelpRequest, reopenHelpRequest];
    const endpoint = endpoints[n % endpoints.length] ?? acknowledgeHelpRequest;
    return this.#call(on, who, endpoint, { params: { id: this.#help } });
  }

  async plan(on: TestServer, who: Name) {
    const day = dayIn("America/New_York");
    const body = { ...dentist, startDate: `${day}T15:00`, endDate: `${day}T16:00` };
    this.#event = (await this.#call(on, who, addManualEvent, { body }))?.id ?? this.#event;
  }

  cancelPlan = (on: TestServer, who: Name) =>
    this.#call(on, who, deleteManualEvent, { params: { id: this.#event } });

  rename = (on: TestServer, who: Name, n: number) =>
    this.#call(on, who, changeNames, { body: { username: `Somebody ${n}` } });

  changeFamily = (on: TestServer, who: Name, n: number) =>
    this.#call(on, who, changeFamily, {
      body: n % 2 ? { name: `Family ${n}` } : { timeZone: n % 4 ? "Asia/Tokyo" : "America/New_York" },
    });

  async addPuzzle(on: TestServer, who: Name) {
    this.#puzzle = (await this.#call(on, who, createPuzzle, { body: newPuzzle }))?.id ?? this.#puzzle;
  }

  answerPuzzle = (on: TestServer, who: Name) =>
    this.#call(on, who, answerPuzzle, { body: { puzzleId: this.#puzzle, answer: newPuzzle.correctAnswer } });

  sharePuzzle = (on: TestServer, who: Name, n: number) =>
    this.#call(on, who, changePuzzleSharing, { body: { isShared: n % 2 === 0 } });

  changeRole = (on: TestServer, who: Name, n: number) =>
    this.#call(on, "anna", changeRole, {
      params: { id: this.people[who].id },
      body: { role: ["admin", "child", "grandparent"][n % 3] },
    });

  remove = (on: TestServer, who: Name) =>
    this.#call(on, "anna", removeMember, { params: { id: this.people[who].id } });

  leave = (on: TestServer, who: Name) => this.#call(on, who, leaveFamily);

  signOut = (on: TestServer, who: Name, n: number) => this.#call(on, who, n % 2 ? logout : signOutElsewhere);

  open = (on: TestServer, _: Name, n: number) =>
    this.#call(on, "guest", openFamily, {
      body: { familyId: this.people[n % 2 ? "dora" : "anna"].familyId },
    });

  addLocalEvent = (on: TestServer, who: Name) =>
    this.#call(on, who, addLocalEvent, {
      body: { title: "Concert", date: `${dayIn("UTC")}T19:00`, location: "Park" },
    });

  addDevice = (on: TestServer, who: Name) => this.#call(on, who, addPushSubscription, { body: newBrowser() });

  promise = (on: TestServer, who: Name) =>
    this.#call(on, who, promiseHelp, {
      params: { id: this.#help },
      body: { kind: "CALL_AT", minutes: 10, words: "Hello" },
    });

  chooseLight = (on: TestServer) =>
    this.#call(on, "rose", chooseOwnLight, {
      body: { usualTime: "09:00", contactIds: [this.people.ben.id] },
    });

  endLight = (on: TestServer) => this.#call(on, "rose", endOwnLight);

  turnOnLight = (on: TestServer) =>
    this.#call(on, "rose", turnOnOwnLight, { body: { at: reference.clock.now().toISOString() } });

  wave = (on: TestServer, who: Name) => this.#call(on, who, wave, { params: { id: this.people.rose.id } });

  answerQuestion = (on: TestServer, _: Name, n: number) => {
    const { headers, body } = answerInWords(on);
    return this.#call(on, "rose", giveHelloWords, {
      headers: { "idempotency-key": `${headers["idempotency-key"]} ${n}` },
      body,
    });
  };

  endFamily = (on: TestServer, who: Name, n: number) =>
    this.#call(on, who, n % 2 ? cancelFamilyDeletion : requestFamilyDeletion);

  endAccount = (on: TestServer, who: Name, n: number) =>
    this.#call(on, who, n % 2 ? cancelAccountDeletion : requestAccountDeletion);

  /** Runs everything that is due. */
  async work(on: TestServer) {
    for (const queue of queues) await runDue(on.world, queue);
  }

  /** Does what `npm run porchlight -- make-admin` does. */
  async makeAdmin({ database }: TestServer, who: Name) {
    const { id: personId, familyId } = this.people[who];
    const given = { personId, familyId, at: reference.clock.now() };
    // Somebody who has left cannot become one.
    await makeAdmin(database.kysely, familyEvents, given).catch(() => undefined);
  }

  async wait(_: TestServer, __: Name, n: number) {
    advance(n % 3 ? (pauses[n % pauses.length] ?? 0) : untilMidnight() - (n % 2));
  }

  cutListeners = cutListeners;

  /** Makes a change that the servers do not hear of, because they start to listen again only later. */
  async changeUnheard(on: TestServer, who: Name, n: number) {
    await cutListeners();
    await this.rename(on, who, n);
    await untilListening();
  }

  read = (on: TestServer, who: Name) => expectCurrentHome(this.people[who], [on]);

  /** Starts a read of home of which one query continues with what it has found only after the run. */
  async readSlowly(on: TestServer, who: Name, n: number) {
    const isHeld = Promise.withResolvers<void>();
    const { database } = on;
    let queriesBefore = n % 16;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (queriesBefore-- === 0) {
          isHeld.resolve();
          await this.#isReleased.promise;
        }
        return result;
      },
    };
    const { reads } = database;
    Object.assign(database, { reads: reads.withPlugin(plugin) });
    const answer = homeOf(on, this.people[who]);
    this.#reads.push(answer);
    await Promise.race([isHeld.promise, answer]);
    Object.assign(database, { reads });
  }

  async end() {
    this.#isReleased.resolve();
    await Promise.all(this.#reads);
  }
}

/** Waits until both servers answer from memory, having heard everything so far. */
async function untilKept(person: Pick<Person, "client">): Promise<void> {
  for (const on of everywhere()) {
    const isKept = async () => {
      const before = hitsOf(on);
      await homeOf(on, person);
      return hitsOf(on) > before;
    };
    await expect.poll(isKept, { timeout: 10_000, interval: 5 }).toBe(true);
  }
}

test("home shows the new name of a person's other family, which is not open", async () => {
  const { anna, dora } = await people();
  await untilKept(dora);
  await anna.client.call(changeFamily, { body: { name: "The Ortega family" } });
  await expectCurrentHome(dora);
});

test("a session that opens another family sees the home of that family", async () => {
  const { dora, guest } = await people();
  await untilKept(guest);
  await guest.client.call(openFamily, { body: { familyId: dora.familyId } });
  await expectCurrentHome(guest);
});

test("home is current after changes that were not heard", async () => {
  const { anna, guest } = await people();
  await untilKept(anna);
  await cutListeners();
  await guest.client.call(changeNames, { body: { username: "Dorothea" } });
  await untilListening();
  await expectCurrentHome(anna);
});

type Kind = Exclude<keyof Story, "people" | "end">;
type Step = readonly [kind: Kind, isHere: boolean, who: Name, n: number];
const writes: readonly Kind[] = [
  ...(["ask", "changeHelp", "plan", "cancelPlan", "rename", "changeFamily", "addPuzzle"] as const),
  ...(["answerPuzzle", "sharePuzzle", "changeRole", "remove", "leave", "signOut", "open"] as const),
  ...(["addLocalEvent", "addDevice", "promise", "endFamily", "endAccount", "makeAdmin"] as const),
  ...(["chooseLight", "endLight", "turnOnLight", "wave", "answerQuestion"] as const),
  ...(["work", "cutListeners", "changeUnheard"] as const),
];

const step = (...kinds: readonly Kind[]): fc.Arbitrary<Step> =>
  fc.tuple(fc.constantFrom(...kinds), fc.boolean(), fc.constantFrom(...names), fc.nat(23));
/** A read, then one write or two at once, or a pause, and then another read. */
const change = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(step("wait")) },
  { weight: 4, arbitrary: fc.tuple(step(...writes)) },
  // Of two writes at once, one may be refused because of the other, and each may read what the other is changing.
  { weight: 2, arbitrary: fc.tuple(step(...writes), step(...writes)) },
);
const stories = fc.array(fc.tuple(step("read", "readSlowly"), change, step("read")), {
  minLength: 3,
  maxLength: 8,
});

test(
  "on two servers, nobody gets a home that is older than the last change before they asked",
  async () => {
    const before = everywhere().map(hitsOf);
    const property = fc.asyncProperty(stories, async (chapters) => {
      const story = new Story(await people());
      const run = ([kind, isHere, who, n]: Step) => story[kind](isHere ? server() : elsewhere, who, n);
      const readAll = () => Promise.all(names.map((who) => expectCurrentHome(story.people[who])));
      // What is read before the family's own beginning was heard is not kept.
      await untilListening();
      await readAll();
      for (const [reading, changes, rereading] of chapters) {
        await run(reading);
        await Promise.all(changes.map(run));
        await run(rereading);
      }
      await story.end();
      await readAll();
    });
    await fc.assert(property, { numRuns: inLong(1_000, 15), ...inLong({}, { seed: 1 }) });
    for (const [index, on] of everywhere().entries())
      expect(hitsOf(on)).toBeGreaterThan((before[index] ?? 0) + 10);
  },
  inLong(3_600_000, 60_000),
);
