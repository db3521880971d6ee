// Preloaded into a process whose memory a test measures (`node --import`). Its last line says the most it had, in MB.
process.on("exit", () => {
  process.stderr.write(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)}\n`);
});
