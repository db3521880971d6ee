// Where to report a scam, in countries that have a single place for that. Elsewhere people report it to the police.
import type { countries } from "#contract/countries.ts";

export interface Authority {
  readonly name: string;
  /** The number to dial, and the number as people read it. */
  readonly phone?: readonly [dialed: string, shown: string];
  readonly site?: string;
}

interface Reporting {
  readonly authority: Authority;
  /** The number to forward a text to, whatever the phone company. */
  readonly textsTo?: string;
}

const tradeCommission: Reporting = {
  authority: {
    name: "the Federal Trade Commission",
    phone: ["+18773824357", "1-877-382-4357"],
    site: "reportfraud.ftc.gov",
  },
  textsTo: "7726",
};

// Sources: ftc.gov, antifraudcentre-centreantifraude.ca, ofcom.org.uk and reportfraud.police.uk, scamwatch.gov.au, dia.govt.nz
// and police.govt.nz.
const reporting: Readonly<Partial<Record<(typeof countries)[number], Reporting>>> = {
  US: tradeCommission,
  PR: tradeCommission,
  CA: {
    authority: { name: "the Canadian Anti-Fraud Centre", phone: ["+18884958501", "1-888-495-8501"] },
    textsTo: "7726",
  },
  GB: {
    authority: { name: "Report Fraud, a service of the police", phone: ["+443001232040", "0300 123 2040"] },
    textsTo: "7726",
  },
  AU: { authority: { name: "Scamwatch", site: "www.scamwatch.gov.au" } },
  NZ: { authority: { name: "the police (non-emergency)", phone: ["105", "105"] }, textsTo: "7726" },
};

/** Undefined for a country without such a place, or if we don't know it. */
export const reportingIn = (country: string): Reporting | undefined =>
  new Map(Object.entries(reporting)).get(country);
