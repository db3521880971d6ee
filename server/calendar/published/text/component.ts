// Calendars as ical.js writes them: jCal, RFC 7265.

export type Property = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: (string | number | object)[],
];

export type Component = [name: string, properties: Property[], components: Component[]];
