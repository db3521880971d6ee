// Lights: a grandparent's one tap each morning that says "I'm up", the waves that come back, and who is told when a light
// stays dark.
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Someone } from "./help/requests.ts";
import { Day, Id, IdParams, Instant, nothing } from "./values.ts";

export const CurrentLights = z.object({
  /** The member's own light. Null if they have none. */
  own: z.nullable(
    z.object({
      /** Whether it is time to turn it on: it is dark, the day has begun at 4 AM, and nobody is away. */
      isAwaited: z.boolean(),
      litAt: z.nullable(Instant),
      wavedBy: z.array(Someone),
      /** The last day of a holiday that has not ended. */
      awayUntil: z.nullable(Day),
    }),
  ),
  /** The lights of others that are on now. */
  others: z.array(z.object({ person: Someone, litAt: Instant, haveYouWaved: z.boolean() })),
});
export type CurrentLights = z.output<typeof CurrentLights>;

/** The times by which a light can usually be on. */
export const usualTimes = [
  ...(["06:00", "06:30", "07:00", "07:30", "08:00", "08:30"] as const),
  ...(["09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "12:00"] as const),
] as const;

export const UsualTime = z.enum(usualTimes, "Please choose a time");
export type UsualTime = z.output<typeof UsualTime>;

const maxContacts = 50;

/** What a grandparent chooses about their light. */
export const ChosenLight = z.strictObject({
  usualTime: UsualTime,
  /** The helpers who are told when it stays dark. */
  contactIds: z
    .array(Id)
    .check(z.minLength(1, "Please choose at least one person"), z.maxLength(maxContacts)),
});
export type ChosenLight = z.output<typeof ChosenLight>;

const Candidate = z.object({
  ...Someone.shape,
  /** Whether a message can reach this helper. A helper can also have turned off the messages about this light. */
  messages: z.enum(["reachable", "unreachable", "turned-off"]),
});

export const OwnLight = z.object({
  /** Null while it is turned off in Me. */
  chosen: z.nullable(z.object({ ...ChosenLight.shape, contactIds: z.array(Id), awayUntil: z.nullable(Day) })),
  /** The helpers to choose from. */
  helpers: z.array(Candidate),
});
export type OwnLight = z.output<typeof OwnLight>;

export const getCurrentLights = endpoint({
  method: "GET",
  path: "/api/lights",
  access: "member",
  summary: "Your own light, and the lights of others that are on now",
  response: CurrentLights,
});

export const getOwnLight = endpoint({
  method: "GET",
  path: "/api/lights/own",
  access: "grandparent",
  switch: "lights",
  summary: "What you chose about your light, and the helpers who can be told when it stays dark",
  response: OwnLight,
});

export const chooseOwnLight = endpoint({
  method: "PUT",
  path: "/api/lights/own",
  access: "grandparent",
  switch: "lights",
  summary: "Start to use your light, or choose another time or other people",
  body: ChosenLight,
  response: nothing,
});

export const endOwnLight = endpoint({
  method: "DELETE",
  path: "/api/lights/own",
  access: "grandparent",
  summary: "Stop using your light. Everything about it is deleted",
  response: nothing,
});

export const pauseOwnLight = endpoint({
  method: "PUT",
  path: "/api/lights/own/pause",
  access: "grandparent",
  switch: "lights",
  summary: "Say until which day you are away, or that you are back",
  body: z.strictObject({ awayUntil: z.nullable(Day) }),
  response: nothing,
});

export const turnOnOwnLight = endpoint({
  method: "PUT",
  path: "/api/lights/own/lighting",
  access: "grandparent",
  switch: "lights",
  summary: "Turn on your light, with the time of the tap. A tap from before today changes nothing",
  body: z.strictObject({ at: Instant }),
  response: nothing,
});

export const recordUse = endpoint({
  method: "PUT",
  path: "/api/lights/own/use",
  access: "grandparent",
  switch: "lights",
  summary: "Say that you have touched the app today, so that nobody is told that your light stays dark",
  response: nothing,
});

export const wave = endpoint({
  method: "PUT",
  path: "/api/lights/:id/wave",
  access: "helper",
  switch: "lights",
  summary:
    "Wave to a person whose light is on, with the time of the tap. One from before today changes nothing",
  params: IdParams,
  body: z.strictObject({ at: Instant }),
  response: nothing,
});

const LightMessages = z.object({ person: Someone, areOn: z.boolean() });
export type LightMessages = z.output<typeof LightMessages>;

export const listLightMessages = endpoint({
  method: "GET",
  path: "/api/light-messages",
  access: "helper",
  switch: "lights",
  summary:
    "The people who want you to be told when their light stays dark, and whether you get these messages",
  response: z.array(LightMessages),
});

export const changeLightMessages = endpoint({
  method: "PUT",
  path: "/api/light-messages/:id",
  access: "helper",
  switch: "lights",
  summary: "Choose whether you get messages about the light of this person",
  params: IdParams,
  body: z.strictObject({ areOn: z.boolean() }),
  response: nothing,
});
