import { Newspaper } from "lucide-react";
import { useHas } from "#web/features/families/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";

/** Leads to the letter, unless the family has turned it off. */
export const LetterLink = () =>
  useHas("sundayLetter") && (
    <ButtonLink icon={Newspaper} href="/letter">
      Print the Sunday letter
    </ButtonLink>
  );
