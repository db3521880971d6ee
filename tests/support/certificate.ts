// A certificate of our own, which browsers accept only when they are told to.
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";

/** Makes a certificate for this machine, or for other names. */
export function makeCertificate(folder: string, names = ["localhost"]): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const alternatives = names.map((name) => `DNS:${name}`).join();
  const subject = ["-subj", `/CN=${names[0]}`, "-addext", `subjectAltName=${alternatives}`];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      ...subject,
      "-out",
      certificate,
      "-keyout",
      key,
    ],
    { stdio: "ignore" },
  );
  chmodSync(key, 0o644);
  return { certificate, key };
}
