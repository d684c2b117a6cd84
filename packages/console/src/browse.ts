import { spawn } from 'node:child_process';

/** Opens an address where there is a screen. Where that does not work, the address is printed. */
export function browse(address: string): void {
  const { platform, env } = process;
  const hasScreen = platform === 'darwin' || env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  if (!hasScreen || platform === 'win32') return;
  const child = spawn(platform === 'darwin' ? 'open' : 'xdg-open', [address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
