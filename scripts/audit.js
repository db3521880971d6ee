// Fails if a package has a known vulnerability of high or critical severity. Where the registry does not answer, nothing
// is known, and nothing fails.
import { npm } from "./install.js";

const oneTry = ["--fetch-retries=0", "--fetch-timeout=10000"];

function readReport() {
  const { stdout } = npm(["audit", "--json", "--loglevel=silent", ...oneTry], ["ignore", "pipe", "inherit"]);
  try {
    return JSON.parse(stdout).vulnerabilities;
  } catch {
    return undefined;
  }
}

/** The titles of the advisories. What is named instead is another package, which has a line of its own. */
const reasons = ({ via }) => via.map((advisory) => advisory.title ?? advisory).join("; ");

const vulnerabilities = readReport();
const grave = Object.values(vulnerabilities ?? {}).filter(({ severity }) =>
  /^(high|critical)$/.test(severity),
);
for (const one of grave) console.error(`${one.name} (${one.severity}): ${reasons(one)}`);
if (!vulnerabilities)
  console.log("The registry did not answer, so no package was checked for vulnerabilities.");
else if (grave.length === 0) console.log("No package has a known vulnerability of high severity.");
process.exit(grave.length > 0 ? 1 : 0);
