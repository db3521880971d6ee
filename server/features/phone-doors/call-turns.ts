// What a grandparent hears who calls Porchlight, turn by turn. A call changes nothing but requests and hellos.

import { minuteMs } from "#contract/durations.ts";
import { maxSeconds } from "#contract/recordings.ts";
import { spokenState } from "#server/features/help/call-backs/spoken-state.ts";
import { ask } from "#server/features/help/requests/intake.ts";
import { findEarlierRequest } from "#server/features/help/requests/queries.ts";
import { currentRequests, isClosed, requestOf } from "#server/features/help/requests/requests.ts";
import { Mismatch, TooMany } from "#server/platform/errors.ts";
import type { CallInstruction } from "#server/platform/messages/call/instructions.ts";
import type { CallEvent } from "#server/platform/messages/call/provider.ts";
import type { CallTurn } from "#server/platform/messages/call-routes.ts";
import type { World } from "#server/platform/world.ts";
import { type CallState, openState, sealState, stateOf } from "./call-state.ts";
import {
  asMember,
  type Caller,
  type Callers,
  type Contact,
  callersFrom,
  callersWithPin,
  contactOf,
  countCall,
  keyOf,
  nameOf,
} from "./callers.ts";
import { findCaller } from "./queries.ts";
import { fetchLater } from "./recordings.ts";
import { categoryQuestion, requestBehind } from "./spoken-categories.ts";
import { spokenDay } from "./spoken-day.ts";

/** The address that the operator enters at the provider. */
const startPath = "/calls/phone-door";
const pinPath = `${startPath}/pin`;
type TurnName = "person" | "menu" | "help" | "told" | "hello";
const pathOf = (token: string, name: TurnName): string => `${startPath}/${token}/${name}`;

type Instructions = readonly CallInstruction[];

const say = (words: string) => ({ do: "say", words }) as const;

const secondsForKeys = 8;

/** A question is repeated once for a person who did not find the keys. */
function question(words: string, next: string, count = 1): Instructions {
  const asked = { do: "ask-keys", sounds: [say(words)], count, seconds: secondsForKeys, next } as const;
  return [asked, asked, say("Goodbye."), { do: "hang-up" }];
}

const goodbye = (words: string): Instructions => [say(`${words} Goodbye.`), { do: "hang-up" }];

/** Some providers report no recording of somebody who says nothing. */
const recordThen = (words: string, next: string): Instructions => [
  say(words),
  { do: "record", maxSeconds: maxSeconds.message, next },
  { do: "go-to", next },
];

/** Everybody whom we don't know hears the same, whatever the reason. */
const stranger = goodbye(
  "This is Porchlight. We don't know this telephone. Please ask your family to set it up.",
);

const maxCallMinutes = 10;

/** A key can be stuck, and each minute costs money. Only what would lead to another question asks for this. */
const isTooLong = ({ clock }: World, { startedAt }: CallState): boolean =>
  clock.now().getTime() - startedAt >= maxCallMinutes * minuteMs;

const longEnough = goodbye(`This call has lasted ${maxCallMinutes} minutes. Please call again.`);

/** "+16145550101" is said digit by digit. */
const spokenNumber = (phoneNumber: string): string => phoneNumber.replace(/\D/g, "").split("").join(" ");

const contactWords = (contact: Contact | undefined): string =>
  contact ? `Please call ${contact.name}: ${spokenNumber(contact.phoneNumber)}.` : "Please call your family.";

const menuQuestion = ({ hasHellos }: Caller): string =>
  [
    "If you need help, press 1.",
    "To hear what is planned today, press 2.",
    ...(hasHellos ? ["To say hello to your family, press 3."] : []),
  ].join(" ");

/** A caller who is known, in a call. */
interface Known {
  readonly world: World;
  readonly event: CallEvent;
  readonly state: CallState;
  readonly caller: Caller;
}

const pathIn = ({ world, state }: Known, name: TurnName): string =>
  pathOf(sealState(world.secrets, state), name);

const stateWords = async ({ world, caller }: Known, request: Parameters<typeof spokenState>[0]) =>
  spokenState(request, { ...caller, now: world.clock.now() });

/** What is true of the newest request that is open. */
async function openWords(known: Known): Promise<string> {
  const { world, caller } = known;
  const requests = await currentRequests(world.database, asMember(caller), world.clock.now());
  const open = requests.find((request) => !isClosed(request));
  return open ? `${await stateWords(known, open)} ` : "";
}

const menu = async (known: Known, before = ""): Promise<Instructions> =>
  question(`${before}${menuQuestion(known.caller)}`, pathIn(known, "menu"));

const greeting = async (known: Known): Promise<Instructions> =>
  menu(known, `Hello ${nameOf(known.caller)}. ${await openWords(known)}`);

/** The same name twice is one person in two families. */
function choiceOf(callers: readonly Caller[]): string {
  const names = callers.map(nameOf);
  const isUnclear = new Set(names).size < names.length;
  const labels = callers.map((caller) => nameOf(caller) + (isUnclear ? ` in ${caller.familyName}` : ""));
  return labels.map((label, place) => `For ${label}, press ${place + 1}.`).join(" ");
}

/** Nobody listens to more names. */
const maxCallers = 4;

async function welcome(
  world: World,
  event: CallEvent,
  callers: readonly Caller[],
  startedAt = world.clock.now().getTime(),
): Promise<Instructions> {
  const [first, ...others] = callers.slice(0, maxCallers);
  if (!first) return stranger;
  const people = [first, ...others].map(keyOf);
  const contact = await contactOf(world, first.familyId);
  const state: CallState = {
    callId: event.callId,
    startedAt,
    people,
    ...(others.length === 0 && { contact }),
  };
  if (others.length === 0) return await greeting({ world, event, state, caller: first });
  const next = pathOf(sealState(world.secrets, state), "person");
  return question(`This is Porchlight. ${choiceOf([first, ...others])}`, next);
}

const pinLength = 4;

/** Those without a PIN may share a telephone with somebody who has one. */
function askForPin(before: string, { withoutPin }: Callers): Instructions {
  const none = withoutPin.length > 0 ? " If you have no PIN, press 0 and wait." : "";
  return question(`${before} Please enter your PIN of four digits.${none}`, pinPath, pinLength);
}

const tooOften = goodbye("You have called many times in the past hour. Please call your family.");
const tooManyPins = goodbye("That was not right. Please try again in an hour, or call your family.");

async function start(world: World, event: CallEvent): Promise<Instructions> {
  const callers = await callersFrom(world, event.from);
  const { withPin, withoutPin } = callers;
  if (event.from === undefined || withPin.length + withoutPin.length === 0) return stranger;
  if (!(await countCall(world, event.from))) return tooOften;
  if (withPin.length > 0) return askForPin("This is Porchlight.", callers);
  return await welcome(world, event, withoutPin);
}

async function enterPin(world: World, event: CallEvent): Promise<Instructions> {
  const callers = await callersFrom(world, event.from);
  const { withPin, withoutPin } = callers;
  if (event.from === undefined || withPin.length === 0) return stranger;
  if (event.keys.length < pinLength && withoutPin.length > 0) return await welcome(world, event, withoutPin);
  const found = await callersWithPin(world, event.from, withPin, event.keys);
  if (!found) return tooManyPins;
  return found.length > 0 ? await welcome(world, event, found) : askForPin("That was not right.", callers);
}

async function choosePerson(world: World, event: CallEvent, token: string): Promise<Instructions> {
  const state = stateOf(world.secrets, token, event.callId);
  if (isTooLong(world, state)) return longEnough;
  const chosen = state.people[Number(event.keys) - 1];
  const found = chosen ? [chosen] : state.people;
  const callers = await Promise.all(found.map((person) => findCaller(world.database.reads, person)));
  return await welcome(
    world,
    event,
    callers.filter((caller) => caller !== undefined),
    state.startedAt,
  );
}

async function choose(known: Known): Promise<Instructions> {
  const { world, event, state, caller } = known;
  if (event.keys === "1") return question(categoryQuestion, pathIn(known, "help"));
  if (event.keys !== "3" && isTooLong(world, state)) return longEnough;
  if (event.keys === "2") return await menu(known, `${await spokenDay(world, caller)} `);
  if (event.keys === "3" && caller.hasHellos)
    return recordThen(
      "Say hello after the tone. When you are done, press the pound key.",
      pathIn(known, "hello"),
    );
  return await menu(known);
}

/** A call makes one request. A webhook that comes again, or another key, finds it. */
async function requestIn(
  { world, event, caller }: Known,
  wanted: NonNullable<ReturnType<typeof requestBehind>>,
) {
  const key = `phone-call ${event.callId}`;
  try {
    const callBackNumber = caller.phoneNumber;
    return await ask(world, asMember(caller), wanted, key, { callBackNumber });
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const sender = { family_id: caller.familyId, asked_by: caller.id };
    const earlier = await findEarlierRequest(world.database.reads, sender, key);
    return await requestOf(world.database, asMember(caller), earlier?.id ?? 0);
  }
}

/** The request is made when the key is pressed. What is said after the tone only adds to it. */
async function askForHelp(known: Known): Promise<Instructions> {
  const wanted = requestBehind(known.event.keys);
  if (!wanted && isTooLong(known.world, known.state)) return longEnough;
  if (!wanted) return question(categoryQuestion, pathIn(known, "help"));
  try {
    const { id: requestId } = await requestIn(known, wanted);
    const next = pathIn({ ...known, state: { ...known.state, requestId } }, "told");
    return recordThen(
      "Your request is sent. After the tone, say more. When you are done, press the pound key.",
      next,
    );
  } catch (error) {
    if (error instanceof TooMany) return goodbye(error.message);
    throw error;
  }
}

async function sayWhoKnows(known: Known): Promise<Instructions> {
  const { world, event, state, caller } = known;
  const request = await requestOf(world.database, asMember(caller), state.requestId ?? 0);
  await fetchLater(world, caller, event.recording, request.id);
  const words = await stateWords(known, request);
  const advice = request.state === "UNREACHABLE" ? `${contactWords(state.contact)} ` : "";
  return goodbye(`${words} ${advice}We call you when somebody helps.`);
}

async function giveHello({ world, event, caller }: Known): Promise<Instructions> {
  if (!event.recording) return goodbye("We heard nothing.");
  await fetchLater(world, caller, event.recording, null);
  return goodbye("Thank you. Your hello is on its way to your family.");
}

/** Nobody may be named who is not known yet. */
const apologyTo = (contact: Contact | undefined): Instructions =>
  goodbye(`Sorry, something went wrong. ${contactWords(contact)}`);

const turn = (path: string, answer: CallTurn["answer"]): CallTurn => ({
  path,
  answer,
  apology: ({ secrets }, token) => apologyTo(openState(secrets, token)?.contact),
});

/** A turn of a caller who is known. The family may have closed the door since the call began. */
const knownTurn = (name: TurnName, answer: (known: Known) => Promise<Instructions>): CallTurn =>
  turn(pathOf(":token", name), async (world, event, token) => {
    const state = stateOf(world.secrets, token, event.callId);
    const [person, ...others] = state.people;
    const caller = person && others.length === 0 && (await findCaller(world.database.reads, person));
    return caller ? await answer({ world, event, state, caller }) : stranger;
  });

export const phoneDoorTurns: readonly CallTurn[] = [
  turn(startPath, start),
  turn(pinPath, enterPin),
  turn(pathOf(":token", "person"), choosePerson),
  knownTurn("menu", choose),
  knownTurn("help", askForHelp),
  knownTurn("told", sayWhoKnows),
  knownTurn("hello", giveHello),
];
