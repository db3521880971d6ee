import type { ReactNode } from "react";
import { useFamily } from "#web/families/queries.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Together } from "#web/ui/text.tsx";

const bank = "Did you pay, or give a card number? Call your bank. The number is on your card.";
const password = "Did you give a code or a password? Change that password with your family.";

/** The advice for each country that has its own. People in other countries get the general advice. */
const stepsIn: Readonly<Record<string, readonly ReactNode[]>> = {
  US: [
    bank,
    password,
    "Was it a text? Forward it to 7726. Your phone company can block the number.",
    <>
      Tell the Federal Trade Commission:{" "}
      <Together>
        <a href="tel:+18773824357">1-877-382-4357</a>
      </Together>{" "}
      or <a href="https://reportfraud.ftc.gov">reportfraud.ftc.gov</a>
    </>,
  ],
};
const plainSteps: readonly ReactNode[] = [
  bank,
  password,
  "Was it a call or a text? Ask your phone company to block the number.",
  "Tell the police. It's no emergency, so use their ordinary number.",
];

/** Says what to do once the family has decided that it is a scam. */
export function WhatNow() {
  const country = useFamily()?.country ?? "";
  return (
    <Stack gap={8}>
      <h3>What to do now</h3>
      <Stack as="ul" gap={8}>
        {(stepsIn[country] ?? plainSteps).map((step, place) => (
          // The steps never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place}>{step}</li>
        ))}
      </Stack>
    </Stack>
  );
}
