import { describe, expect, it } from "vitest";
import { hostileNames } from "#tests/support/hostile-names.ts";
import { cleanText, hasAddress, withoutAddresses } from "./text.ts";
import { nameLine } from "./values.ts";

const Name = nameLine(80, 2, "Name must be at least 2 characters");

describe("a name", () => {
  it.each([
    "Rose",
    "Anna-María O’Neill Jr.",
    "J.R. Reyes",
    "St. Clair",
    "Dr.Lee",
    "The Nguyễn family",
    "Grandma 👵🏽",
    "👩‍👩‍👧‍👦 Reyes",
    "❤️ Nana",
    "1️⃣ Anna",
    "No. 1 ❤️ Nana",
    "☎\uFE0E Nana",
    "Fans of 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "🏳️‍🌈 Ben",
    "می‌خواهم",
    "محمد الأحمد",
    "רוזה כהן",
    "क्‍षत्रिय",
    "राम प्रसाद",
    "葛󠄀城",
    "ශ්‍රී ලාල්",
    "Ünal & Sons, no. 5",
    "3.5 Reyes",
    "J.de Groot",
    "A.J.de Groot-Smit",
    "J.-P.de Groot",
    "j.de groot",
    "H.in 't Veld",
    "Fam.de Vries",
    "Prof.Dr.de Boer",
    "M.D.",
    "St.John",
    "Dr.Ruth",
    "J.R.",
    "T.Au",
    "J.Page",
    "Mr.Link",
    "Is this Dr.Lee?",
  ])("%s is accepted as it is", (name) => {
    expect(Name.safeParse(name)).toMatchObject({ success: true, data: name });
  });

  it.each(hostileNames)("%j is refused, or loses its invisible characters", (name) => {
    const { success, data } = Name.safeParse(name);
    if (!success) return;
    expect(data).not.toBe(name);
    expect(cleanText(data)).toBe(data);
    expect(hasAddress(data)).toBe(false);
  });

  it.each([
    ...["paypal.com", "evil.co", "t.co", "X.Com", "J.co.uk", "paypal.co.uk", "J.de", "Anna.de Groot"],
    ...["evil.com.", "Visit evil.com.", "x@J.de Groot", "J.de/Groot", "bank.example/", "J.de.com Groot"],
    ...["mail.evil.com", "Dr.evil.Page"],
  ])("%s is refused, because a phone makes it a link", (name) => {
    expect(Name.safeParse(name).error?.issues[0]?.message).toBe("Please leave web addresses out of the name");
  });

  it.each([
    ["An\u202Ena", "Anna"],
    ["An\u200Bna", "Anna"],
    ["An\u200Dna", "Anna"],
    ["\u2066Rose\u2069 \uFEFF", "Rose"],
    ["Rose\u2028Reyes", "Rose Reyes"],
    // What belongs inside a word, an emoji, a flag or a Han character is invisible anywhere else.
    ["می\u200C خواهم", "می خواهم"],
    ["می \u200Cخواهم", "می خواهم"],
    ["👩\u200D ❤", "👩 ❤"],
    ["👩 \u200D👧", "👩 👧"],
    ["👩\u200C👧", "👩👧"],
    ["1\uFE0F Anna", "1 Anna"],
    ["❤ Anna\uFE0F", "❤ Anna"],
    ["葛\u200B城", "葛城"],
    ["葛 Anna\u{E0100}", "葛 Anna"],
    ["🏴 Anna\u{E0067}", "🏴 Anna"],
  ])("%j becomes %j", (typed, name) => {
    expect(Name.parse(typed)).toBe(name);
  });

  it("a name without visible characters is too short", () => {
    const { error } = Name.safeParse("\u200B\u2060\u3164");
    expect(error?.issues[0]?.message).toBe("Name must be at least 2 characters");
  });
});

describe("other people's text", () => {
  it.each([
    ["You won! See https://evil.example/x now", "You won! See … now"],
    ["You won! See https://evil.example/x", "You won! See …"],
    ["See www.evil.example now", "See … now"],
    ["Open game://run/1 now", "Open … now"],
    ["Open javascript:alert(1) now", "Open … now"],
    ["Party (evil.com), ask thief@evil.com!", "Party (…), ask …!"],
  ])("%s becomes %s", (text, kept) => {
    expect(withoutAddresses(text)).toBe(kept);
  });

  it.each([
    "Dentist at 3.30, Dr.Lee",
    "Lunch: soup and/or salad",
    "Call the tel number",
    "Gate B.2nd/3rd floor",
    "½ cup of sugar, ² spoons",
  ])("%s stays as it is", (text) => {
    expect(withoutAddresses(text)).toBe(text);
  });
});
