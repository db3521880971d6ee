import { describe, expect, it } from "vitest";
import { Code } from "./accounts/sign-in.ts";
import { SignInCode } from "./accounts/sign-in-codes.ts";
import { EmailAddress, PhoneNumber } from "./contact-details.ts";
import { InviteCode } from "./invitations.ts";
import { comparableName, plainText, readCode, readPhoneNumber } from "./typed-words.ts";
import { LinkParams, nameLine } from "./values.ts";

describe("a phone number", () => {
  it.each([
    ["614.555.0152", "6145550152"],
    ["\u202a(614)\u202c\u00a0555\u20110152", "6145550152"],
    ["tel:+16145550152", "+16145550152"],
    ["tel:+1-614-555-0152;ext=5", "+16145550152"],
    [" tel:+16145550152", "+16145550152"],
    ["６１４－５５５－０１５２", "6145550152"],
    ["＋１ ６１４ ５５５ ０１５２", "+16145550152"],
    ["٦١٤٥٥٥٠١٥٢", "6145550152"],
    ["۶۱۴ ۵۵۵ ۰۱۵۲", "6145550152"],
    ["६१४५५५०१५२", "6145550152"],
    ["(614) 555-0152\u200b", "6145550152"],
    ["614/555-0152", "6145550152"],
    ["+1 (614) 555-0152", "+16145550152"],
    ["(+1) 614 555 0152", "+16145550152"],
    ["1 614 555 0152", "16145550152"],
    ["011 44 20 7946 0958", "+442079460958"],
    ["0044 20 7946 0958", "+442079460958"],
    ["00 1 614 555 0152", "+16145550152"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+39 (0)6 9876 5432", "+390698765432"],
  ])("%j is read as %s", (typed, digits) => {
    expect(PhoneNumber.safeParse(typed)).toMatchObject({ success: true, data: digits });
  });

  it.each([
    ...["06 12 34 56 78", "0412 345 678", "+1 06 12 34 56 78", "1 0412 345 678"],
    ...["020 7946 0958", "0113 496 0123", "44 20 7946 0958"],
  ])("%j lacks its country's code", (typed) => {
    const { error } = PhoneNumber.safeParse(typed);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Please start with + and your country's code",
    ]);
  });
});

it.each([
  // Neither is 00 before a whole number.
  ["6140012345678", "6140012345678"],
  ["0012345", "0012345"],
])("%s is not read as dialed from abroad", (typed, digits) => {
  expect(readPhoneNumber(typed)).toBe(digits);
});

it.each(["–", "—", "‐", "\u2212", "－"])("the dash %s is a hyphen", (dash) => {
  expect(plainText(`12${dash}34`)).toBe("12-34");
});

const text =
  "116024 is your Porchlight code. It works for 10 minutes. Please do not share it.\n\n@porchlight.example #116024";

describe("a code", () => {
  it.each([
    ["959-170", "959170"],
    ["116024.", "116024"],
    ["#697160", "697160"],
    [" 1 1 6 0 2 4 ", "116024"],
    ["1160\u200b24", "116024"],
    ["١١٦٠٢٤", "116024"],
    ["１１６０２４", "116024"],
    ["“116024”", "116024"],
    ["Code: 116 024", "116024"],
    [text, "116024"],
    [text.replaceAll("\n", ""), "116024"],
    [`Texted by +1 614-555-0100 at 10:30: ${text}`, "116024"],
    ["1234", "1234"],
    ["12 34 56 is my door, the code is 116024", "116024"],
    ["Ticket 99116024: the code is 12 34 56", "123456"],
    ["Ticket 11602499: the code is 12 34 56", "123456"],
    ["In 10 minutes: 116 024", "116024"],
  ])("%j is read as %s", (typed, code) => {
    expect(Code.safeParse(typed)).toMatchObject({ success: true, data: code });
  });

  it.each([
    ["123-4567", "1234567"],
    [" ---- ", "----"],
    [" my code ", "my code"],
  ])("%j has none, and is left as %j", (typed, left) => {
    expect(readCode(typed)).toBe(left);
  });

  it.each([
    ["123", "Verification code must be at least 4 characters"],
    ["1234567", "Verification code must not exceed 6 characters"],
    ["my code please", "Verification code must not exceed 6 characters"],
  ])("%j is refused in the words of the specification", (typed, message) => {
    expect(Code.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    "7k4m 9qxt",
    "7K4M-9QXT.",
    "７Ｋ４Ｍ９ＱＸＴ",
    "“7K4M 9QXT”",
    "7K4M\u200b9QXT",
    "https://porchlight.example/sign-in#7K4M9QXT)",
    "٧K٤M٩QXT",
  ])("%j is the sign-in code 7K4M9QXT", (typed) => {
    expect(SignInCode.safeParse({ code: typed }).data).toEqual({ code: "7K4M9QXT" });
  });
});

describe("the code of a link", () => {
  const code = "Zk3-_9aB0cD1eF2gH3iJ4k";
  const around = [".", ")", ">", '"', "”", "’", " ", "\u200b", "\u00a0", "),", "—", "…", "\u2069", "!", "\n"];

  it.each(around)("is found with %j after it", (sign) => {
    expect(InviteCode.safeParse(code + sign).data).toBe(code);
    expect(LinkParams.safeParse({ token: code + sign }).data).toEqual({ token: code });
  });

  it.each([
    `<${code}>`,
    `“${code}”`,
    `https://porchlight.example/invite?code=${code}.`,
    `Rose invites you: https://porchlight.example/invite?code=${code} Good for 7 days.`,
  ])("is found in %j", (pasted) => {
    expect(InviteCode.safeParse(pasted).data).toBe(code);
  });

  it("is missing where there is none", () => {
    expect(InviteCode.safeParse(" . ").success).toBe(false);
  });
});

describe("a name", () => {
  const rose = "rose o'brien";

  it.each(["Rose O’Brien", "Rose O'Brien", "rose  o`brien ", "ROSE\u00a0OʼBRIEN", "Rose\u200b O\u2018Brien"])(
    "%j is compared as one name",
    (typed) => {
      expect(comparableName(typed)).toBe(rose);
    },
  );

  it("is compared the same with composed and with decomposed accents", () => {
    expect(comparableName("Zoe\u0308")).toBe(comparableName("Zoë"));
  });

  it("keeps the joiners of its script", () => {
    expect(comparableName("می‌خواهم")).toBe("می‌خواهم");
  });

  it("is stored with composed accents, single spaces and the apostrophe that was typed", () => {
    expect(nameLine(80).parse("Zoe\u0308  O’Brien\u00a0Jr.")).toBe("Zoë O’Brien Jr.");
  });
});

it("an e-mail address is read without what was copied with it", () => {
  expect(EmailAddress.parse(" rose@example.com\u200b ")).toBe("rose@example.com");
  expect(EmailAddress.safeParse("rose at home").error?.issues).toMatchObject([
    { message: "Please enter a valid email address" },
  ]);
});

it("digits of every script are read", () => {
  const systems = Intl.supportedValuesOf("numberingSystem").filter((system) => {
    const shown = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890);
    return /^\p{Nd}{10}$/u.test(shown);
  });
  expect(systems.length).toBeGreaterThan(40);
  for (const system of systems) {
    const shown = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890);
    expect([system, plainText(shown)]).toEqual([system, "1234567890"]);
  }
});
