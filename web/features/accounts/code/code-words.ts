/** How a code is sent. */
export type CodeChannel = "phone" | "email";

interface CodeWords {
  readonly checkIt: string;
  readonly verified: string;
  readonly delay: string;
  readonly other: string;
}

/** The texts of the steps around a code. Those about a phone come from the specification. */
export const codeWords: Readonly<Record<CodeChannel, CodeWords>> = {
  phone: {
    checkIt: "Please check your phone for the verification code.",
    verified: "Phone verified",
    delay: "It can take a minute. Check your text messages.",
    other: "Use a different number",
  },
  email: {
    checkIt: "Please check your e-mail for the verification code.",
    verified: "E-mail verified",
    delay: "It can take a minute. Check your spam folder too.",
    other: "Use a different address",
  },
};
