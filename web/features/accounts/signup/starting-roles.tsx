import type { Choice } from "#web/ui/form/choice-field.tsx";

/** The roles that people can choose when they start a family, in the words of the specification. */
export const startingRoles = [
  { value: "admin", label: "Adult child", detail: "I set things up and help out." },
  {
    value: "grandparent",
    label: (
      <>
        Grandparent/
        <wbr />
        Senior
      </>
    ),
    detail: "I see my day and ask for help.",
  },
] as const satisfies readonly Choice[];
