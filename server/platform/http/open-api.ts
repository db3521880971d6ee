import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { EndpointShape } from "#contract/endpoint.ts";
import { switchWords } from "#contract/family-switches.ts";
import { Problem } from "#contract/problem.ts";
import { escapeHtml } from "./pages.ts";
import type { Route } from "./route.ts";

const jsonSchema = (schema: z.ZodMiniType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" });

const bearer = { bearer: [] };

const binary = (type: string) => ({ content: { [type]: { schema: { type: "string", format: "binary" } } } });
const json = (schema: object) => ({ content: { "application/json": { schema } } });

function parametersIn(place: "path" | "query" | "header", schema: z.ZodMiniType | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

const uploadTypes = { image: "image/*", audio: "audio/wav", zip: "application/zip" } as const;

function operation({
  summary,
  access,
  switch: familySwitch,
  params,
  query,
  headers,
  body,
  upload,
  response,
  file,
  status,
}: EndpointShape): object {
  const isEmpty = !file && response.safeParse(undefined).success;
  const answer = isEmpty ? {} : file ? binary(file) : json(jsonSchema(response, "output"));
  return {
    summary,
    description: `Access: ${access}${familySwitch ? `, while the family has ${switchWords[familySwitch]}` : ""}`,
    ...(access !== "anyone" && { security: access === "visitor" ? [{}, bearer] : [bearer] }),
    parameters: [
      ...parametersIn("path", params),
      ...parametersIn("query", query),
      ...parametersIn("header", headers),
    ],
    ...(upload && { requestBody: { required: true, ...binary(uploadTypes[upload.type]) } }),
    ...(body && { requestBody: { required: true, ...json(jsonSchema(body, "input")) } }),
    responses: {
      [isEmpty ? 204 : (status ?? 200)]: { description: "Done", ...answer },
      default: { description: "Refused, and why", ...json(jsonSchema(Problem, "output")) },
    },
  };
}

/** Describes the API in OpenAPI 3.1, from the same table of routes that the server uses. */
function openApi(endpoints: readonly EndpointShape[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Porchlight", version: "1" },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

const tableRow = ({ method, path, access, summary }: EndpointShape) =>
  `<tr><th scope="row"><code>${method} ${escapeHtml(path)}</code></th><td>${access}</td><td>${escapeHtml(summary)}</td></tr>`;

const page = (endpoints: readonly EndpointShape[]) => `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>API - Porchlight</title></head><body><main><h1>Porchlight API</h1>
<p>Every endpoint, from the same table that the server uses. Full description: <a href="/api/docs.json">OpenAPI 3.1</a>.</p>
<table border="1" cellpadding="8"><thead><tr><th scope="col">Call</th><th scope="col">Access</th><th scope="col">What it does</th></tr></thead>
<tbody>${endpoints.map(tableRow).join("\n")}</tbody></table></main></body></html>`;

export function serveDocs(api: FastifyInstance, routes: readonly Route[]): void {
  const endpoints = routes.map((route) => route.endpoint);
  const config = { access: "anyone" } as const;
  api.get("/api/docs", { config }, (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(page(endpoints)),
  );
  api.get("/api/docs.json", { config }, (_request, reply) => reply.send(openApi(endpoints)));
}
