import { useFamily } from "#web/features/families/queries.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Together } from "#web/ui/text.tsx";
import { type Authority, reportingIn } from "./authorities.ts";

const WhereToReport = ({ authority: { name, phone, site } }: { authority: Authority }) => (
  <>
    Tell {name}:{" "}
    {phone && (
      <Together>
        <a href={`tel:${phone[0]}`}>{phone[1]}</a>
      </Together>
    )}
    {phone && site && " or "}
    {site && <a href={`https://${site}`}>{site}</a>}
  </>
);

/** Says what to do once the family has decided that it is a scam: the bank, the phone company, and the authority in the family's country. */
export function WhatNow() {
  const reporting = reportingIn(useFamily()?.country ?? "");
  return (
    <Stack gap={8}>
      <h3>What to do now</h3>
      <Stack as="ul" gap={8}>
        <li>Did you pay, or give a card number? Call your bank. The number is on your card.</li>
        <li>Did you give a code or a password? Change that password with your family.</li>
        <li>
          {reporting?.textsTo
            ? `Was it a text? Forward it to ${reporting.textsTo}. Your phone company can block the number.`
            : "Was it a call or a text? Ask your phone company to block the number."}
        </li>
        <li>
          {reporting ? (
            <WhereToReport authority={reporting.authority} />
          ) : (
            "Tell the police. It's not an emergency, so use their regular number."
          )}
        </li>
      </Stack>
    </Stack>
  );
}
