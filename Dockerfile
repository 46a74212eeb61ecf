# The executable in an image without a shell: docker build -t charabanc . && docker run -p 8787:8787 -v charabanc:/data charabanc

FROM node:22-bookworm-slim AS build
RUN npm install --global bun@1.4.4
WORKDIR /build
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
# The folder is made here because the last stage has no shell to make one that belongs to its user.
RUN bun run build && mkdir /data

# The executable needs glibc and nothing else; this base adds certificates and time zones.
FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=build /build/dist/charabanc /usr/local/bin/charabanc
COPY --from=build --chown=nonroot:nonroot /data /data

# BUN_OPTIONS and BUN_BE_BUN would make another program of this one, so they are emptied whatever a base may set.
ENV CHARABANC_DATA_DIR=/data \
    CHARABANC_LISTEN=0.0.0.0:8787 \
    BUN_OPTIONS= \
    BUN_BE_BUN=
USER nonroot
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["charabanc", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/charabanc"]
CMD ["serve"]
