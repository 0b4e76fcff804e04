//! An open device: its kernels and buffers, and batches that are submitted to it.
//!
//! `unsafe` is needed here to compile the kernels without checks of their indices and loops, which saves a third of their time. The
//! checks of a browser cannot be disabled, and the same kernels pass them there.

#![allow(unsafe_code)]

use super::adapter::adapter;
use crate::DeviceKind;
use crate::devices::{OpenGpu, Options, Unavailable, lost, no_memory};
use crate::wgsl::{CLEARED_BYTES, Pass};
use queens::Error;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingType, Buffer, BufferBindingType, BufferDescriptor, BufferUsages,
    ComputePipeline, ComputePipelineDescriptor, Device, DeviceDescriptor, ErrorFilter, MapMode,
    MemoryHints, PipelineCompilationOptions, PipelineLayoutDescriptor, PollType, Queue,
    RequestDeviceError, ShaderModuleDescriptor, ShaderRuntimeChecks, ShaderSource, ShaderStages,
};

/// The number of bindings: five storage buffers and the parameters.
const BINDINGS: u32 = 6;

/// A device that is open.
pub(super) struct Gpu {
    title: String,
    pub(super) kind: DeviceKind,
    /// The bytes of the largest buffer.
    pub(super) buffer_bytes: u64,
    /// The most lanes that it executes together.
    pub(super) subgroup_size: u32,
    device: Device,
    queue: Queue,
    layout: BindGroupLayout,
    /// The kernels that were compiled, by their source: a run of several portions needs the same ones again and again.
    kernels: HashMap<String, [ComputePipeline; 2]>,
    /// The first error that the device has reported.
    failure: Arc<OnceLock<String>>,
}

/// Opens a device.
pub(crate) fn open(number: usize, _: &Options) -> Result<OpenGpu, Unavailable> {
    let (listed, adapter) = adapter(number)?;
    let limits = adapter.limits();
    let buffer_bytes = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let descriptor = DeviceDescriptor {
        required_limits: limits,
        memory_hints: MemoryHints::MemoryUsage,
        ..DeviceDescriptor::default()
    };
    let opened = pollster::block_on(adapter.request_device(&descriptor));
    let fails = |error: RequestDeviceError| {
        Unavailable::Failed(listed.label(), one_line(&error.to_string()))
    };
    let (device, queue) = opened.map_err(fails)?;
    let failure = Arc::new(OnceLock::new());
    let closed = Arc::clone(&failure);
    device.set_device_lost_callback(move |_, message| {
        let _ = closed.set(one_line(&message));
    });
    let failed = Arc::clone(&failure);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        let _ = failed.set(one_line(&error.to_string()));
    }));
    let gpu = Gpu {
        title: listed.title(),
        kind: listed.kind,
        buffer_bytes,
        subgroup_size: adapter.get_info().subgroup_max_size,
        layout: layout(&device),
        device,
        queue,
        kernels: HashMap::new(),
        failure,
    };
    Ok((listed, Box::new(gpu)))
}

impl Gpu {
    /// The first error that the device has reported, as the failure of a run.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.failure.get() {
            Some(reason) => Err(self.lost(reason.clone())),
            None => Ok(()),
        }
    }

    fn lost(&self, reason: String) -> Error {
        lost(self.title.clone(), reason)
    }

    /// Loses the device, as a driver that is reset does.
    pub(super) fn destroy(&self) {
        self.device.destroy();
    }

    /// Lets the device report what it has finished.
    pub(super) fn poll(&self) -> Result<(), Error> {
        self.device
            .poll(PollType::Poll)
            .map_err(|error| self.lost(one_line(&error.to_string())))?;
        self.check()
    }

    /// The kernels and buffers of a pass. If the memory does not suffice, the pass uses less.
    pub(super) fn prepare(&mut self, pass: &mut Pass) -> Result<Prepared, Error> {
        let source = pass.source();
        let (device, layout) = (&self.device, &self.layout);
        let compiled = self.kernels.entry(source);
        let kernels = compiled.or_insert_with_key(|source| compile(device, layout, source)).clone();
        loop {
            let scope = self.device.push_error_scope(ErrorFilter::OutOfMemory);
            let prepared = self.prepared(pass, kernels.clone());
            match pollster::block_on(scope.pop()) {
                None => {
                    let jobs = pass.jobs();
                    self.queue.write_buffer(&prepared.storage[0], 0, bytemuck::cast_slice(&jobs));
                    self.check()?;
                    return Ok(prepared);
                }
                Some(error) => {
                    let bytes = pass.buffer_bytes().iter().sum();
                    if !pass.use_less_memory() {
                        let reason = one_line(&error.to_string());
                        return Err(no_memory(self.title.clone(), bytes, &reason));
                    }
                }
            }
        }
    }

    fn prepared(&self, pass: &Pass, kernels: [ComputePipeline; 2]) -> Prepared {
        let buffer = |size, usage| {
            self.device.create_buffer(&BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let bytes = pass.buffer_bytes();
        let storage = bytes.map(|bytes| buffer(bytes, usage));
        let parameters = size_of_val(&pass.parameters()) as u64;
        let parameters = buffer(parameters, BufferUsages::UNIFORM | BufferUsages::COPY_DST);
        let read = || buffer(bytes[4], BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        let bound = storage.iter().chain([&parameters]).enumerate();
        let entries: Vec<BindGroupEntry<'_>> = bound
            .map(|(binding, buffer)| BindGroupEntry {
                binding: binding as u32,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        });
        Prepared { kernels, reads: [read(), read()], group, storage, parameters, batches: 0 }
    }

    /// Submits a batch. At most two may be submitted and not read.
    pub(super) fn submit(&self, prepared: &mut Prepared, pass: &Pass) -> SubmittedBatch {
        let Prepared { kernels, storage, parameters, group, reads, batches } = prepared;
        let counts = &storage[4];
        let read = &reads[*batches % 2];
        *batches += 1;
        self.queue.write_buffer(parameters, 0, bytemuck::cast_slice(&pass.parameters()));
        let mut commands = self.device.create_command_encoder(&Default::default());
        commands.clear_buffer(counts, 0, Some(CLEARED_BYTES));
        for (kernel, groups) in kernels.iter().zip(pass.groups()) {
            let mut compute = commands.begin_compute_pass(&Default::default());
            compute.set_pipeline(kernel);
            compute.set_bind_group(0, &*group, &[]);
            compute.dispatch_workgroups(groups, 1, 1);
        }
        commands.copy_buffer_to_buffer(counts, 0, read, 0, counts.size());
        self.queue.submit([commands.finish()]);
        let copied = Arc::new(OnceLock::new());
        let set = Arc::clone(&copied);
        read.slice(..).map_async(MapMode::Read, move |result| {
            let _ = set.set(result.map_err(|error| one_line(&error.to_string())));
        });
        SubmittedBatch { read: read.clone(), copied, submitted: Instant::now() }
    }

    /// The counts of a batch that is done.
    pub(super) fn read(&self, batch: &SubmittedBatch) -> Result<Vec<u32>, Error> {
        if let Some(Err(reason)) = batch.copied.get() {
            return Err(self.lost(reason.clone()));
        }
        let view = batch.read.slice(..).get_mapped_range();
        let view = view.map_err(|error| self.lost(one_line(&error.to_string())))?;
        let counts = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        batch.read.unmap();
        Ok(counts)
    }
}

/// A pass whose kernels and buffers are on the device.
pub(super) struct Prepared {
    kernels: [ComputePipeline; 2],
    storage: [Buffer; 5],
    parameters: Buffer,
    group: BindGroup,
    /// Copies of the counts, for alternating batches.
    reads: [Buffer; 2],
    batches: usize,
}

/// A batch that is submitted.
pub(super) struct SubmittedBatch {
    read: Buffer,
    /// Set when the counts are copied, or cannot be.
    copied: Arc<OnceLock<Result<(), String>>>,
    pub(super) submitted: Instant,
}

impl SubmittedBatch {
    pub(super) fn is_done(&self) -> bool {
        self.copied.get().is_some()
    }
}

fn compile(device: &Device, layout: &BindGroupLayout, source: &str) -> [ComputePipeline; 2] {
    let source = ShaderModuleDescriptor { label: None, source: ShaderSource::Wgsl(source.into()) };
    // SAFETY: the kernels index only within their buffers, whose sizes are those of the pass, and all their loops end.
    let module =
        unsafe { device.create_shader_module_trusted(source, ShaderRuntimeChecks::unchecked()) };
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        bind_group_layouts: &[Some(layout)],
        ..PipelineLayoutDescriptor::default()
    });
    ["expand", "drain"].map(|name| {
        device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(name),
            layout: Some(&layout),
            module: &module,
            entry_point: Some(name),
            compilation_options: PipelineCompilationOptions {
                // A lane writes its stack before it reads it.
                zero_initialize_workgroup_memory: false,
                ..PipelineCompilationOptions::default()
            },
            cache: None,
        })
    })
}

fn layout(device: &Device) -> BindGroupLayout {
    let entry = |binding| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty: match binding {
                0 => BufferBindingType::Storage { read_only: true },
                5 => BufferBindingType::Uniform,
                _ => BufferBindingType::Storage { read_only: false },
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<BindGroupLayoutEntry> = (0..BINDINGS).map(entry).collect();
    device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// A message of a driver in one line.
fn one_line(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { "the driver gives no reason".to_string() } else { line }
}
