# The server as a container image, without PostgreSQL: it uses the one in DATABASE_URL. See docs/operate/self-hosting.md.
# The base has Node.js 26 and npm in /usr/local, as the official images do.
ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The install scripts would download Node.js and PostgreSQL once more.
RUN npm ci --omit=dev --ignore-scripts && rm -f node_modules/.bin/node
COPY . .
# The sources have the modes of the clone, which a strict umask leaves readable by its owner alone.
RUN npm run build && node scripts/image-files.ts /image && chmod -R a+rX /image

FROM ${BASE}
# The workflow that builds a release adds its version, source and time.
LABEL org.opencontainers.image.title="Porchlight" \
  org.opencontainers.image.description="The simple way for families to stay in touch and help elderly relatives" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /image ./
# For `docker compose exec app porchlight status`.
RUN printf '#!/bin/sh\nexec node /app/dist-server/main.js porchlight "$@"\n' > /usr/local/bin/porchlight && \
  chmod 755 /usr/local/bin/porchlight
# New volumes take over the owner of these folders.
RUN mkdir -m 700 /data /backups && chown 1000:1000 /data /backups
USER 1000:1000
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist-server/main.js"]
