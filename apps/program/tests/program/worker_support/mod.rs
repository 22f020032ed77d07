//! Workers that tests freeze and kill.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use queue::{Queue, RunId};

use crate::common::{Run, program};

/// On a slow machine leases may end too early: then jobs are done again, which must not set them aside.
const LEASE: [&str; 4] = ["--lease", "2", "--attempts", "100000"];

/// Starts a coordinator whose run waits for workers.
pub(crate) fn coordinator(address: &str, job: &[&str], options: &[&str]) -> Child {
    let mut command = program();
    command.args(job).args(LEASE).args(["--workers", address]).args(options);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Freezes a worker and kills another one while each has a job, and kills the coordinator. Returns the run and the frozen
/// worker.
pub(crate) async fn lose_workers(queue: &Queue, address: &str, coordinator: &mut Child) -> (RunId, Helper) {
    let run = wait_for_run(queue).await;
    let frozen = Helper::start(queue, address).await;
    frozen.freeze_with_job(queue).await;
    let killed = Helper::start(queue, address).await;
    killed.freeze_with_job(queue).await;
    drop(killed);
    coordinator.kill().expect("the coordinator");
    coordinator.wait().expect("an end");
    (run, frozen)
}

/// A worker with its number in the queue. Dropping it kills it.
pub(crate) struct Helper {
    child: Child,
    id: i64,
}

impl Helper {
    /// Starts a worker and waits until it is registered.
    pub(crate) async fn start(queue: &Queue, address: &str) -> Self {
        let mut command = program();
        command.args(["work", "--jobs", "1", "--until-idle", "--queue", address]);
        let child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut helper = Self { child, id: 0 };
        while helper.id == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let workers = queue.workers(10).await.expect("workers");
            let process = i64::from(helper.child.id());
            helper.id = workers.iter().find(|worker| worker.process == process).map_or(0, |worker| worker.id);
        }
        helper
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().expect("kill");
        assert!(status.success());
    }

    /// Freezes the worker while it has a job.
    pub(crate) async fn freeze_with_job(&self, queue: &Queue) {
        loop {
            self.signal("-STOP");
            let workers = queue.workers(10).await.expect("workers");
            let worker = workers.iter().find(|worker| worker.id == self.id).expect("the worker");
            // What it asked before it froze may be answered later.
            tokio::time::sleep(Duration::from_millis(20)).await;
            let again = queue.workers(10).await.expect("workers");
            let again = again.iter().find(|worker| worker.id == self.id).expect("the worker");
            if (worker.taken, again.taken, worker.done) == (1, 1, again.done) {
                return;
            }
            self.signal("-CONT");
        }
    }

    pub(crate) fn wait(mut self) -> Run {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        let status = self.child.wait().expect("an end");
        self.child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("text");
        self.child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        Run { code: status.code(), stdout, stderr }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a coordinator has submitted a run.
pub(crate) async fn wait_for_run(queue: &Queue) -> RunId {
    loop {
        if let Some(run) = queue.runs(1).await.expect("runs").first() {
            return RunId(run.id);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
