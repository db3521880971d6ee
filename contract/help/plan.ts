import * as z from "zod/mini";
import { channels, channelTraits, writtenChannels } from "../channels.ts";
import { daySeconds, minuteSeconds } from "../durations.ts";
import { endpoint } from "../endpoint.ts";
import { Channel } from "../messages.ts";
import { Id } from "../values.ts";

const maxSeconds = daySeconds;

const Seconds = z.int().check(z.minimum(0), z.maximum(maxSeconds, "Please keep it within a day"));

/** A step of the plan says who is asked, when, and on which channels. */
export const EscalationStep = z.strictObject({
  /** The seconds after the request. */
  after: Seconds,
  target: z.enum(["everyone", "first-contact"], "Please choose who to ask"),
  channels: z
    .array(Channel)
    .check(z.minLength(1, "Please choose at least one way"), z.maxLength(channels.length)),
  /** Whether the step is skipped when somebody has seen the request by then. */
  unlessSeen: z.optional(z.boolean()),
  again: z.optional(
    z.strictObject({
      everySeconds: z
        .int()
        .check(z.minimum(60, "Please leave at least a minute between them"), z.maximum(maxSeconds)),
      times: z.int().check(z.minimum(1), z.maximum(20, "At most 20 times")),
    }),
  ),
});
export type EscalationStep = z.output<typeof EscalationStep>;

const isPaid = (channel: Channel) => channelTraits[channel].isPaid;
const wakes = (channel: Channel) => channelTraits[channel].wakes;
const waking = writtenChannels.filter(wakes);
const spoken = channels.filter((channel) => channelTraits[channel].isSpoken);

/** The plan of a family that has not made its own, on a server that makes no phone calls. */
export const defaultSteps: readonly EscalationStep[] = [
  { after: 0, target: "everyone", channels: channels.filter((channel) => !wakes(channel)) },
  { after: minuteSeconds, target: "first-contact", channels: waking.slice(0, 1), unlessSeen: true },
  { after: 3 * minuteSeconds, target: "everyone", channels: waking },
  {
    after: 10 * minuteSeconds,
    target: "everyone",
    channels: waking,
    again: { everySeconds: 15 * minuteSeconds, times: 9 },
  },
];

/** The plan of a family that has not made its own. Calls come when texts had the time to be read. */
export function defaultStepsWith(open: readonly Channel[]): EscalationStep[] {
  const calls = spoken.filter((channel) => open.includes(channel));
  if (calls.length === 0) return [...defaultSteps];
  const steps: EscalationStep[] = [
    ...defaultSteps,
    { after: 5 * minuteSeconds, target: "first-contact", channels: calls },
    { after: 10 * minuteSeconds, target: "everyone", channels: calls },
  ];
  return steps.sort((one, other) => one.after - other.after);
}

/** The times of a step and its repeats, in seconds after the request. */
export const timesOf = ({ after, again }: EscalationStep): number[] =>
  Array.from({ length: 1 + (again?.times ?? 0) }, (_, time) => after + time * (again?.everySeconds ?? 0));

/** The times, in seconds after the request, at which a plan uses a channel that costs money. */
const timesBy = (channel: Channel, steps: readonly EscalationStep[]): number[] =>
  steps.filter(({ channels }) => channels.includes(channel)).flatMap(timesOf);

/** Two steps at the same time are sent as one text. */
const isSpaced = (steps: readonly EscalationStep[]): boolean =>
  channels.filter(isPaid).every((channel) => {
    const times = [...new Set(timesBy(channel, steps))].sort((one, other) => one - other);
    return times.every((time, place) => place === 0 || time - (times[place - 1] ?? 0) >= minuteSeconds);
  });

const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please give a time like 22:00"));

const isOrdered = (steps: readonly { after: number }[]) =>
  steps.every(({ after }, place) => after >= (steps[place - 1]?.after ?? 0));

export const ChosenEscalationPlan = z
  .strictObject({
    steps: z
      .array(EscalationStep)
      .check(
        z.minLength(1, "Please keep at least one step"),
        z.maxLength(20, "At most 20 steps"),
        z.refine(isOrdered, "Please put the steps in the order of their times"),
      ),
    /** Null means the first of the family's admins. */
    firstContactId: z.nullable(Id),
    /** Only urgent requests send texts and e-mails during these hours, which are in the family's time zone. */
    quietHours: z.nullable(
      z.strictObject({ from: ClockTime, until: ClockTime }).check(
        z.refine(({ from, until }) => from !== until, {
          error: "Please choose two different times",
          path: ["until"],
        }),
      ),
    ),
  })
  .check(
    z.refine(({ steps }) => isSpaced(steps), {
      error: "Please leave at least a minute between two texts or two calls",
      path: ["steps"],
    }),
  );
export type ChosenEscalationPlan = z.output<typeof ChosenEscalationPlan>;

export const EscalationPlan = z.object({ ...ChosenEscalationPlan.shape, isDefault: z.boolean() });
export type EscalationPlan = z.output<typeof EscalationPlan>;

/** A person who is asked, with the channels that reach them now. */
export const Helper = z.object({ id: Id, name: z.string(), channels: z.array(Channel) });
export type Helper = z.output<typeof Helper>;

export const Helpers = z.object({
  /** The first one is the first contact unless the plan names another. */
  helpers: z.array(Helper),
  /** The channels for which this server has a provider. */
  openChannels: z.array(Channel),
  /** The most messages for one request on each of those channels that cost money. */
  maxPaid: z.array(z.object({ channel: Channel, max: z.int() })),
});
export type Helpers = z.output<typeof Helpers>;

export const getEscalationPlan = endpoint({
  method: "GET",
  path: "/api/escalation-plan",
  access: "helper",
  summary: "Who is asked when, and how, when someone needs help",
  response: EscalationPlan,
});

export const changeEscalationPlan = endpoint({
  method: "PUT",
  path: "/api/escalation-plan",
  access: "admin",
  summary: "Change the plan; requests already sent keep their steps",
  body: ChosenEscalationPlan,
  response: EscalationPlan,
});

export const restoreEscalationPlan = endpoint({
  method: "DELETE",
  path: "/api/escalation-plan",
  access: "admin",
  summary: "Go back to Porchlight's own plan",
  response: EscalationPlan,
});

export const listHelpers = endpoint({
  method: "GET",
  path: "/api/family/helpers",
  access: "helper",
  summary: "Who in the family is asked, the first contact first, and how each can be reached",
  response: Helpers,
});
