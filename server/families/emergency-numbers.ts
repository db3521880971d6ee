// Source: ITU-T E.161.1 (112 and 911 are the two numbers a network should know) and the regulators of those who differ:
// ofcom.org.uk (999), acma.gov.au (000), police.govt.nz (111). 112 is the law in the European Union (Directive 2018/1972, article 109).
const numbers: readonly (readonly [string, readonly string[]])[] = [
  ["911", ["US", "CA", "MX", "PR"]],
  ["999", ["GB", "GG", "JE", "IM"]],
  ["000", ["AU"]],
  ["111", ["NZ"]],
];

/** 112 is the fallback, because it reaches help on nearly every mobile phone in the world. */
export const emergencyNumberOf = (country: string): string =>
  numbers.find(([, countries]) => countries.includes(country))?.[0] ?? "112";
