import { makeSignInLink, signInLinkHours } from "#server/features/accounts/return-tokens.ts";
import { aligned, type Commands, dayOf } from "./command.ts";
import { setOperator } from "./operators.ts";
import { endSessions, findPerson, type KnownPerson, listPeople } from "./people.ts";
import { keepPerson, removePerson } from "./removals.ts";

const familiesOf = ({ families }: KnownPerson): string =>
  families.map(({ name, role }) => `${name} (${role})`).join(", ") || "no family";

const rowOf = (person: KnownPerson): string[] => [
  String(person.id),
  person.name,
  person.lastDigits ? `…${person.lastDigits}` : "no phone",
  person.lastSeenAt ? dayOf(person.lastSeenAt) : "signed out",
  [
    familiesOf(person),
    ...(person.isOperator ? ["operator"] : []),
    ...(person.deletionDueAt ? [`deleted on ${dayOf(person.deletionDueAt)}`] : []),
  ].join("; "),
];

export const personCommands: Commands = {
  people: {
    takes: [],
    does: "Everybody, with their numbers and families",
    async run({ database }) {
      const { people, all } = await listPeople(database.kysely);
      const head = ["Number", "Name", "Phone", "Last seen", "Families"];
      const rest = all > people.length ? ["", `The first ${people.length} of ${all} people.`] : [];
      return [...aligned([head, ...people.map(rowOf)]), ...rest];
    },
  },
  "sign-in-link": {
    takes: ["PERSON"],
    does: "A link that signs someone in once, for people who have lost their phone",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      return [
        `This signs ${person.name} in, once, in whichever browser opens it within ${signInLinkHours} hour:`,
        "",
        await makeSignInLink(world, person.id),
        "",
        "This link signs in anyone who opens it. Please give it to no one else.",
      ];
    },
  },
  "end-sessions": {
    takes: ["PERSON"],
    does: "Signs someone out on all of their devices",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      const ended = await endSessions(world, person.id);
      return [`${person.name} is signed out. Devices: ${ended}.`];
    },
  },
  "remove-person": {
    takes: ["PERSON"],
    does: "Deletes an account in seven days; its person is told and can keep it",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      const { dueAt } = await removePerson(world, person.id);
      return [
        `The account of ${person.name} will be deleted on ${dayOf(dueAt)}, and a message says so.`,
        `Until then: npm run porchlight -- keep-person ${person.id}`,
      ];
    },
  },
  "keep-person": {
    takes: ["PERSON"],
    does: "Keeps an account that was about to be deleted",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      await keepPerson(world, person.id);
      return [`The account of ${person.name} stays.`];
    },
  },
  "make-operator": {
    takes: ["PERSON"],
    does: "Opens the operator's page of the app to someone",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      await setOperator(world, person.id, true);
      return [`${person.name} is an operator now. The page: ${world.config.publicUrl}/operator`];
    },
  },
  "end-operator": {
    takes: ["PERSON"],
    does: "Closes the operator's page to someone",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      await setOperator(world, person.id, false);
      return [`${person.name} is no operator anymore.`];
    },
  },
};
