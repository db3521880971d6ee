/** The countries whose emergency number we know, as ISO 3166-1 alpha-2 codes. */
export const countries = [
  ...["US", "CA", "MX", "PR", "GB", "GG", "JE", "IM", "IE", "AU", "NZ", "AT", "BE", "BG", "HR", "CY", "CZ"],
  ...["DK", "EE", "FI", "FR", "DE", "GR", "HU", "IS", "IT", "LV", "LI", "LT", "LU", "MT", "NL", "NO", "PL"],
  ...["PT", "RO", "SK", "SI", "ES", "SE", "CH"],
] as const;
