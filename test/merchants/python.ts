/** Whether this machine has the Python that the second example shop needs. */
import { execFileSync } from 'node:child_process';

export function hasPython(): boolean {
	try {
		execFileSync('python3', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}
