// Puts the entries of the activity log into words.
import type { changeKinds } from "#contract/accounts/changes.ts";
import type { Activity, RecordedChange } from "#contract/activity.ts";
import { switchWords } from "#contract/family-switches.ts";
import { operatorName } from "#contract/operator/operator.ts";
import { placeOf } from "#web/features/families/admin/time-zones.ts";
import { roleWords } from "#web/features/families/member-words.ts";

type ByKind = { [One in RecordedChange as One["kind"]]: One };
type Kind = keyof ByKind;

const listed = new Intl.ListFormat("en-US");
const countryNames = new Intl.DisplayNames("en-US", { type: "region" });
const countryOf = (country: string): string => countryNames.of(country) ?? country;

const changedThings: Record<(typeof changeKinds)[number], string> = {
  "phone-number": "phone number",
  email: "e-mail address",
  password: "password",
  passkey: "passkeys",
  "sign-in": "sign-in on another device",
  deletion: "decision to delete their account",
};

/** TypeScript requires a sentence for each kind. */
const sentences: { [One in Kind]: (who: string, change: ByKind[One]) => string } = {
  "member-joined": (who, { invited, role }) =>
    `${who} joined as a ${roleWords[role]}${who === invited ? "" : ` with the invitation for ${invited}`}`,
  "member-left": (who) => `${who} left the family`,
  "member-removed": (who, { member }) => `${who} removed ${member} from the family`,
  "role-changed": (who, { member, from, to }) =>
    `${who} changed ${who === member ? "their own" : `${member}'s`} role from ${roleWords[from]} to ${roleWords[to]}`,
  "name-changed": (who, { to }) => `${who} changed their name to ${to}`,
  "phone-number-changed": (who, { from, to }) => {
    if (to === null) return `${who} removed their phone number`;
    if (from === null) return `${who} added a phone number that ends in ${to}`;
    return `${who} changed their phone number from one that ends in ${from} to one that ends in ${to}`;
  },
  "email-changed": (who) => `${who} changed their e-mail address`,
  "email-removed": (who) => `${who} removed their e-mail address`,
  "password-changed": (who) => `${who} changed their password`,
  "picture-changed": (who) => `${who} changed their picture`,
  "picture-removed": (who) => `${who} removed their picture`,
  "member-picture-changed": (who, { member }) => `${who} changed the picture of ${member}`,
  "member-picture-removed": (who, { member }) => `${who} removed the picture of ${member}`,
  "birthday-changed": (who, { member }) =>
    `${who} changed ${who === member ? "their own birthday" : `the birthday of ${member}`}`,
  "phone-door-changed": (who, { member, isOn }) =>
    `${who} ${isOn ? "set up" : "turned off"} calls to Porchlight by ${member}`,
  "passkey-added": (who, { passkey }) => `${who} added a passkey: ${passkey}`,
  "passkey-removed": (who, { passkey }) => `${who} removed a passkey: ${passkey}`,
  "account-changes-undone": (who, { undone }) =>
    `${who} undid a change to their ${listed.format(undone.map((kind) => changedThings[kind]))}`,
  "account-deletion-requested": (who, { isByOperator }) =>
    isByOperator
      ? `${operatorName} asked to delete ${who}'s account`
      : `${who} asked to delete their account`,
  "account-kept": (who, { isByOperator }) =>
    isByOperator
      ? `${operatorName} decided to keep ${who}'s account`
      : `${who} decided to keep their account`,
  "account-deleted": (who) => `${who} deleted their account`,
  "sign-in-code-made": (who, { member }) => `${who} made a code that signs ${member} in`,
  "signed-in-on-new-device": (who, { device }) => `${who} signed in on a new device: ${device}`,
  "family-deletion-requested": (who, { isByOperator }) =>
    `${isByOperator ? operatorName : who} asked to delete the family`,
  "family-kept": (who, { isByOperator }) => `${isByOperator ? operatorName : who} decided to keep the family`,
  "family-imported": (who, { isByOperator }) =>
    `${isByOperator ? operatorName : who} moved the family here from another server`,
  "family-moved": (_, { from }) => `${operatorName} moved the family here from ${from}`,
  "family-renamed": (who, { from, to }) => `${who} renamed the family from ${from} to ${to}`,
  "time-zone-changed": (who, { from, to }) =>
    `${who} changed the family's time zone from ${placeOf(from)} to ${placeOf(to)}`,
  "country-changed": (who, { from, to }) =>
    `${who} changed the family's country from ${countryOf(from)} to ${countryOf(to)}`,
  "puzzle-library-changed": (who, { isOn }) => `${who} turned Porchlight's puzzles ${isOn ? "on" : "off"}`,
  "family-switch-changed": (who, { name, isOn }) =>
    `${who} turned ${switchWords[name]} ${isOn ? "on" : "off"}`,
  "question-set": (who, { question }) =>
    question === null
      ? `${who} went back to Porchlight's question for Sunday`
      : `${who} set the question for Sunday: “${question}”`,
  "plan-changed": (who) => `${who} changed who is asked for help, and when`,
  "plan-restored": (who) => `${who} went back to Porchlight's plan of who is asked, and when`,
  "webhook-set": (who) => `${who} had a program told about requests for help`,
  "webhook-secret-renewed": (who) => `${who} made a new secret for the program that is told about requests`,
  "webhook-removed": (who) => `${who} removed the program that was told about requests for help`,
  "thing-added": (who, { thing }) => `${who} added ${thing} to the things around the house`,
  "thing-changed": (who, { thing }) => `${who} changed what is written about ${thing}`,
  "thing-removed": (who, { thing }) => `${who} removed ${thing} from the things around the house`,
  "thing-picture-changed": (who, { thing }) => `${who} changed the picture of ${thing}`,
  "thing-picture-removed": (who, { thing }) => `${who} removed the picture of ${thing}`,
  "guide-written": (who, { guide }) => `${who} wrote the guide “${guide}”`,
  "guide-changed": (who, { guide }) => `${who} changed the guide “${guide}”`,
  "guide-deleted": (who, { guide }) => `${who} deleted the guide “${guide}”`,
  "invitation-created": (who, { invited, role }) => `${who} invited ${invited} as a ${roleWords[role]}`,
  "invitation-renewed": (who, { invited }) => `${who} renewed the invitation for ${invited}`,
  "invitation-canceled": (who, { invited }) => `${who} canceled the invitation for ${invited}`,
  "invitation-declined": (_, { invited }) => `The invitation for ${invited} was declined`,
  "calendar-connected": (who) => `${who} connected a Google calendar`,
  "calendar-disconnected": (who) => `${who} disconnected the Google calendar`,
  "calendar-address-made": (who) => `${who} made an address to see the family's calendar in another app`,
  "calendar-address-ended": (who) => `${who} turned off their address for the family's calendar`,
};

const sentenceOf = <One extends Kind>(kind: One, who: string, change: ByKind[One]): string =>
  sentences[kind](who, change);

/** Only the person who runs the server can change a role without being signed in. */
const unnamed = ({ kind }: RecordedChange): string => (kind === "role-changed" ? operatorName : "Someone");

export const activityWords = ({ who, change }: Pick<Activity, "who" | "change">): string =>
  sentenceOf(change.kind, who ?? unnamed(change), change);
